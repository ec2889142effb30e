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
