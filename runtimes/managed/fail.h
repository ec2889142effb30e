// The end, when the run-time system itself is broken or used in a way that it is not meant for.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace managed {

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "managed: %s\n", what);
  std::abort();
}

}  // namespace managed
