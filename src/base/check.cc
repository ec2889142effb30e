#include "base/check.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace steward {

void check_failed(const char* file, int line, const char* condition) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, "steward: internal error at %s:%d: %s\n",
                                   file, line, condition);
  const auto bytes =
      length < static_cast<int>(sizeof text) ? length : static_cast<int>(sizeof text);
  if (write(STDERR_FILENO, text, static_cast<unsigned>(bytes)) < 0) std::abort();
  std::abort();
}

}  // namespace steward

// What the place of a pure virtual function in a table of them refers to. Defined here, since the
// C++ run-time library is not to be needed; hidden, so that nobody else's calls end up here.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): it is called so
extern "C" [[gnu::visibility("hidden"), noreturn]] void __cxa_pure_virtual() {
  steward::check_failed(__FILE__, __LINE__, "no pure virtual function is called");
}
