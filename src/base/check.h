// Checks for mistakes of our own. A violated check is a bug in Steward, never a bug in the input:
// bad input is answered with a Result and a message.
#pragma once

namespace steward {

// Writes the place and the condition to stderr and aborts; never allocates.
[[noreturn]] void check_failed(const char* file, int line, const char* condition);

}  // namespace steward

#define STEWARD_CHECK(condition)                \
  (__builtin_expect(!!(condition), 1) ? void(0) \
                                      : ::steward::check_failed(__FILE__, __LINE__, #condition))

// Checks that cost too much for a hot path of a release build.
#ifdef NDEBUG
#define STEWARD_DCHECK(condition) void(0)
#else
#define STEWARD_DCHECK(condition) STEWARD_CHECK(condition)
#endif
