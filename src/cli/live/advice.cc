#include "cli/live/advice.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "cli/live/audit_elf.h"
#include "cli/live/audit_libraries.h"
#include "report/live/instrumentation.h"

namespace steward::cli {

using report::Instrumentation;
using report::instrumentation_of;

std::string advice_before(const std::string& path) {
  if (instrumentation_of(path) != Instrumentation::linked) return {};
  return fmt::format(
      "{} has ThreadSanitizer's runtime linked in, and nothing can take its place; "
      "link it with clang's -shared-libsan added to -fsanitize=thread",
      path);
}

bool is_built_without_guard(const std::string& path) {
  // What its modules bring along asks for that when it is loaded.
  static constexpr char kSign[] = "__steward_guard_begin";
  const auto program = elf_facts(path);
  if (!program || instrumentation_of(path) != Instrumentation::dynamic ||
      program->imported.contains(kSign))
    return false;
  const std::vector<std::string> libraries = libraries_of(path, *program).files;
  return std::none_of(libraries.begin(), libraries.end(), [](const std::string& library) {
    const auto facts = elf_facts(library);
    return facts && facts->imported.contains(kSign);
  });
}

std::string advice_to_guard(const std::string& path) {
  return fmt::format(
      "{} cannot throw or end a thread at a race; build it with `steward c++ --guard` "
      "(C: `steward cc --guard`), or use --on-race abort",
      path);
}

std::string advice_after(const std::string& path) {
  switch (instrumentation_of(path)) {
    case Instrumentation::dynamic:
      return fmt::format(
          "{} is instrumented, but Steward's runtime did not start in it: does it run as another "
          "user, or clear LD_PRELOAD?",
          path);
    case Instrumentation::none:
      return fmt::format(
          "nothing was checked: {} is not instrumented, nor is any program it started; "
          "build with -fsanitize=thread (clang: also -shared-libsan)",
          path);
    case Instrumentation::linked: return advice_before(path);
    case Instrumentation::unreadable: break;
  }
  return fmt::format(
      "nothing was checked: no program that {} started is instrumented; "
      "build them with -fsanitize=thread (clang: also -shared-libsan)",
      path);
}

}  // namespace steward::cli
