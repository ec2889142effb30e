#include "cli/live/audit_libraries.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "cli/live/audit_command.h"

namespace steward::cli {
namespace {

// Part of the language: what they do is known to the runtime, or done by calls it stands in for.
bool is_of_the_language(std::string_view name) {
  constexpr std::array<std::string_view, 11> kNames{
      "libc.so",      "libm.so",   "libdl.so",     "libpthread.so", "librt.so",    "ld-linux",
      "libstdc++.so", "libc++.so", "libc++abi.so", "libgcc_s.so",   "libatomic.so"};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view known) { return name.starts_with(known); });
}

// The places that the runtime and its stand-ins take.
bool is_replaced(std::string_view name) {
  return name.starts_with("libtsan.so") || name.starts_with("libclang_rt.tsan") ||
         name.starts_with("libsteward-");
}

std::string_view name_within(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

LoadedLibraries libraries_of(const std::string& program, const ElfFacts& facts) {
  LoadedLibraries libraries;
  if (facts.interpreter.empty()) return libraries;
  // "name => file (address)", "name => not found", or "file (address)". With a slash in it, the
  // loader does not look for the program in its own folders.
  const std::string path = program.find('/') == std::string::npos ? "./" + program : program;
  // Asked through the variable, not by --list: that one ends at the first library it cannot find.
  const CommandOutput listed =
      output_of({facts.interpreter, path}, {{"LD_TRACE_LOADED_OBJECTS", "1"}});
  std::istringstream lines(listed.text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, arrow, file;
    words >> name >> arrow >> file;
    if (is_of_the_language(name_within(name)) || is_replaced(name_within(name))) continue;
    if (name.starts_with('/')) file = name;
    else if (arrow != "=>") continue;  // the kernel's own, which has no file
    if (file.starts_with('/')) libraries.files.push_back(file);
    else libraries.missing.push_back(name);
  }
  return libraries;
}

}  // namespace steward::cli
