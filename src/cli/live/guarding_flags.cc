#include "cli/live/guarding_flags.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/live/checked_annotations.h"
#include "cli/live/program.h"

namespace steward::cli {

Result<std::vector<std::string>, UsageError> guarding_flags(
    const Compiler& compiler, const std::vector<std::string>& arguments, const Guarding& wish) {
  if (compiler.family != CompilerFamily::gcc)
    return UsageError{fmt::format("--guard needs GCC 12, and {} is none", compiler.path)};
  const std::string plugin = runtime_file("steward_guard.so");
  const std::string library = runtime_file("libsteward-guard.a");
  for (const std::string& file : {plugin, library}) {
    if (access(file.c_str(), R_OK) == 0) continue;
    return UsageError{fmt::format(
        "{} is missing: Steward was built without gcc-12-plugin-dev; install that and build again",
        file)};
  }
  // Unlike ThreadSanitizer's pass the plugin sees memory functions that GCC puts something in the
  // place of, but not what it makes of strings.
  // Between checks GCC loses sight of which variables have been given a value.
  std::vector<std::string> flags{"-fsanitize=thread",   "-g",
                                 "-Wno-tsan",           "-Wno-maybe-uninitialized",
                                 "-fno-builtin-strcpy", "-fplugin=" + plugin};
  if (wish.lifts_std) flags.push_back("-fplugin-arg-steward_guard-lift-std");
  if (wish.trusts_annotations) {
    auto checked = checked_annotations(arguments, wish.cxx);
    if (!checked) return checked.error();
    if (!checked->empty()) flags.push_back("-fplugin-arg-steward_guard-guarded=" + *checked);
  }
  // What throws may be called by C.
  if (!wish.cxx) flags.push_back("-fexceptions");
  if (!links(arguments)) return flags;
  // It stands before those that need it.
  flags.push_back("-Wl,-u,__steward_hook_refused");
  if (wish.cxx) flags.push_back("-Wl,-u,__steward_hook_thrower");
  flags.push_back(library);
  return flags;
}

}  // namespace steward::cli
