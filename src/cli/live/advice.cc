#include "cli/live/advice.h"

#include <fmt/format.h>

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
