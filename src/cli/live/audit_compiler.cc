#include "cli/live/audit_compiler.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <string_view>

#include "cli/live/audit_command.h"

namespace steward::cli {
namespace {

// Both since clang 14; between them clang does not complain of flags that have no use, such as
// those of the compiler where it only links or assembles.
constexpr const char* kQuiet = "--start-no-unused-arguments";
constexpr const char* kLoud = "--end-no-unused-arguments";

constexpr std::array kReadsBeforeWrites{"-mllvm", "-tsan-instrument-read-before-write=1"};

// Only there the flag that limits vectors is known.
#if defined(__x86_64__) || defined(__i386__)
constexpr bool kX86 = true;
#else
constexpr bool kX86 = false;
#endif

bool accepts_reads_before_writes(const std::string& compiler) {
  return output_of({compiler, kQuiet, kReadsBeforeWrites[0], kReadsBeforeWrites[1], kLoud, "-c",
                    "-x", "c", "/dev/null", "-o", "/dev/null"})
             .status == 0;
}

// The words of `arguments` with those of response files (@file) in their places. Good enough to
// look for flags in: quotes are dropped, and a file inside a file stays unopened.
std::vector<std::string> with_response_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    std::ifstream file;
    if (argument.starts_with('@')) file.open(argument.substr(1));
    if (!file.is_open()) {
      words.push_back(argument);
      continue;
    }
    for (std::string word; file >> word;) {
      std::erase_if(word, [](char c) { return c == '"' || c == '\''; });
      words.push_back(word);
    }
  }
  return words;
}

template <class Predicate>
bool any(const std::vector<std::string>& words, Predicate predicate) {
  return std::any_of(words.begin(), words.end(), predicate);
}

bool makes_wide_vectors(const std::vector<std::string>& words) {
  const bool for_another_machine = any(words, [](const std::string& word) {
    return word.starts_with("--target") || word == "-target";
  });
  return kX86 && !for_another_machine && any(words, [](const std::string& word) {
           return word == "-O3" || word == "-Ofast" || word.starts_with("-mavx") ||
                  word.starts_with("-march=");
         });
}

std::vector<std::string> flags_for_clang(const Compiler& compiler,
                                         const std::vector<std::string>& words) {
  std::vector<std::string> flags{"-fsanitize=thread", "-g"};
  if (links(words)) flags.push_back("-shared-libsan");
  if (!compiler.shows_reads_before_writes) return flags;
  flags.insert(flags.end(), kReadsBeforeWrites.begin(), kReadsBeforeWrites.end());
  if (makes_wide_vectors(words)) flags.push_back("-mprefer-vector-width=128");
  flags.insert(flags.begin(), kQuiet);
  flags.push_back(kLoud);
  return flags;
}

}  // namespace

bool links(const std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 7> kStops{
      "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-emit-pch"};
  return !any(with_response_files(arguments), [&](const std::string& word) {
    return std::find(kStops.begin(), kStops.end(), word) != kStops.end();
  });
}

Result<Compiler, UsageError> identify_compiler(const std::string& path) {
  const CommandOutput said = output_of({path, "--version"});
  if (said.status != 0 || said.text.empty()) {
    return UsageError{fmt::format("{} is no compiler that Steward knows: --version fails", path)};
  }
  Compiler compiler;
  compiler.path = path;
  compiler.version = said.text.substr(0, said.text.find('\n'));
  if (said.text.find("clang") != std::string::npos) {
    compiler.family = CompilerFamily::clang;
    compiler.shows_reads_before_writes = accepts_reads_before_writes(path);
  }
  return compiler;
}

std::vector<std::string> instrumenting_flags(const Compiler& compiler,
                                             const std::vector<std::string>& arguments) {
  if (compiler.family == CompilerFamily::gcc) {
    // What GCC puts in their place has no callbacks.
    return {"-fsanitize=thread",   "-g",
            "-Wno-tsan",           "-fno-builtin-memset",
            "-fno-builtin-memcpy", "-fno-builtin-memmove",
            "-fno-builtin-memcmp", "-fno-builtin-strcpy"};
  }
  return flags_for_clang(compiler, with_response_files(arguments));
}

}  // namespace steward::cli
