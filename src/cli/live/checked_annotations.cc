#include "cli/live/checked_annotations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/live/audit_command.h"
#include "cli/live/program.h"
#include "cli/message.h"

namespace steward::cli {
namespace {

namespace fs = std::filesystem;

template <class List>
bool is_among(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_source(const std::string& word) {
  constexpr std::array<std::string_view, 7> kEnds{".c",   ".cc", ".cpp", ".cxx",
                                                  ".c++", ".C",  ".CPP"};
  return is_among(kEnds, fs::path(word).extension().string());
}

// What clang needs of the words to read the same sources; none if there is no source.
std::vector<std::string> reading_words(const std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 4> kWithValue{"-o", "-MF", "-MT", "-MQ"};
  constexpr std::array<std::string_view, 8> kDropped{"-c",  "-S",   "-w",    "-MD",
                                                     "-MP", "-MMD", "-pipe", "-save-temps"};
  constexpr std::array<std::string_view, 5> kDroppedBy{"-W", "-l", "-L", "-fplugin", "-flto"};
  constexpr std::array<std::string_view, 4> kNameFiles{"-I", "-isystem", "-iquote", "-include"};
  std::vector<std::string> words;
  bool any = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (is_among(kWithValue, word)) {
      ++i;
      continue;
    }
    const bool dropped = is_among(kDropped, word) ||
                         std::any_of(kDroppedBy.begin(), kDroppedBy.end(),
                                     [&](auto begin) { return word.starts_with(begin); });
    if (dropped) continue;
    words.push_back(word);
    if ((is_among(kNameFiles, word) || word == "-D" || word == "-U" || word == "-x") &&
        i + 1 < arguments.size()) {
      words.push_back(arguments[++i]);
    } else if (!word.starts_with('-')) {
      if (is_source(word)) any = true;
      else words.pop_back();
    }
  }
  if (!any) words.clear();
  return words;
}

std::optional<std::string> find_clang(bool cxx) {
  const std::string usual = cxx ? "clang++" : "clang";
  if (auto found = find_program(usual)) return *found;
  for (int version = 30; version >= 14; --version)
    if (auto found = find_program(fmt::format("{}-{}", usual, version))) return *found;
  return std::nullopt;
}

// What clang says of thread safety, and only that.
CommandOutput analysis_of(const std::string& clang, const std::vector<std::string>& words,
                          const std::vector<std::string>& more = {}) {
  // It says it to standard error.
  std::vector<std::string> command{"/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1", clang};
  command.insert(command.end(), words.begin(), words.end());
  for (const char* word : {"-fsyntax-only", "-Qunused-arguments", "-Wno-everything",
                           "-Wthread-safety", "-fno-caret-diagnostics", "-fno-color-diagnostics"})
    command.push_back(word);
  command.insert(command.end(), more.begin(), more.end());
  return output_of(command);
}

// With these no lock is ever held: then the analysis complains of each access that it looks at.
std::vector<std::string> words_that_hide_locks() {
  constexpr std::array<const char*, 11> kAttributes{
      "acquire_capability",       "acquire_shared_capability", "exclusive_lock_function",
      "shared_lock_function",     "requires_capability",       "requires_shared_capability",
      "exclusive_locks_required", "shared_locks_required",     "assert_capability",
      "assert_shared_capability", "try_acquire_capability"};
  std::vector<std::string> words;
  for (const char* attribute : kAttributes) {
    words.push_back(fmt::format("-D{}(...)=steward_no_lock", attribute));
    words.push_back(fmt::format("-D__{}__(...)=steward_no_lock", attribute));
  }
  return words;
}

struct CheckedAccess {
  int line = 0;
  std::string name;
  std::string file;
  auto operator<=>(const CheckedAccess&) const = default;
};

// "a.cc:4:7: warning: writing variable 'x' requires holding mutex 'm' exclusively [-W…]"
std::optional<CheckedAccess> access_in(std::string_view text) {
  constexpr std::string_view kWarning = ": warning: ", kNeeds = "' requires holding";
  const std::size_t warning = text.find(kWarning), needs = text.find(kNeeds);
  if (warning == text.npos || needs == text.npos || needs < warning) return std::nullopt;
  const std::string_view place = text.substr(0, warning);
  const std::string_view message =
      text.substr(warning + kWarning.size(), needs - warning - kWarning.size());
  constexpr std::string_view kVariable = " variable '";
  const std::size_t name = message.find(kVariable);
  const std::size_t column = place.rfind(':');
  if (name == message.npos || column == place.npos || column == 0) return std::nullopt;
  const std::size_t line = place.rfind(':', column - 1);
  if (line == place.npos) return std::nullopt;
  CheckedAccess access;
  std::from_chars(place.data() + line + 1, place.data() + column, access.line);
  access.name = message.substr(name + kVariable.size());
  std::error_code failure;
  access.file = fs::weakly_canonical(fs::path(place.substr(0, line)), failure).string();
  if (failure || access.name.find(' ') != std::string::npos) return std::nullopt;
  return access;
}

// Open in children, and gone with the last of them.
std::string unnamed_file_with(const std::string& text) {
  const int file = memfd_create("annotations", 0);
  if (file < 0) return {};
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written < 0) return {};
    done += static_cast<std::size_t>(written);
  }
  return fmt::format("/proc/self/fd/{}", file);
}

}  // namespace

Result<std::string, UsageError> checked_annotations(const std::vector<std::string>& arguments,
                                                    bool cxx) {
  const std::vector<std::string> words = reading_words(arguments);
  if (words.empty()) return std::string();
  const auto clang = find_clang(cxx);
  if (!clang) return UsageError{"--trust-annotations needs clang, whose analysis it trusts"};
  const CommandOutput as_it_is = analysis_of(*clang, words);
  if (as_it_is.status != 0 || as_it_is.text.find("[-Wthread-safety") != std::string::npos) {
    std::cerr << as_it_is.text;
    say("so no annotation is trusted here, and all checks stay");
    return std::string();
  }
  const CommandOutput without_locks = analysis_of(*clang, words, words_that_hide_locks());
  if (without_locks.status != 0) {
    std::cerr << without_locks.text;
    say("without its locks clang cannot read this; all checks stay");
    return std::string();
  }
  std::set<CheckedAccess> all;
  std::istringstream lines(without_locks.text);
  for (std::string line; std::getline(lines, line);)
    if (auto access = access_in(line)) all.insert(std::move(*access));
  std::string text;
  for (const CheckedAccess& access : all)
    text += fmt::format("{} {} {}\n", access.line, access.name, access.file);
  return all.empty() ? std::string() : unnamed_file_with(text);
}

}  // namespace steward::cli
