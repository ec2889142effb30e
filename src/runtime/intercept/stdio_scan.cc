// scanf: what it has stored in the program's memory.
#include <stdarg.h>
#include <stdio.h>

#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/scan_format.h"

using namespace steward;

namespace {

std::size_t text_size(const void* text, std::size_t character) {
  const auto* bytes = static_cast<const volatile char*>(text);
  for (std::size_t size = 0;; size += character) {
    bool zero = true;
    for (std::size_t i = 0; i < character; ++i) zero = zero && bytes[size + i] == 0;
    if (zero) return size + character;
  }
}
void store(const ScanTarget& target, const void* at, Touch touch) {
  touch.wrote(at, target.kind == ScanTarget::Kind::text ? text_size(at, target.size) : target.size);
}

// Stores come in the order of the format, and `count` of those that count were made. Behind the
// last of them only a %n may follow; whether it was reached is not known.
int scanned(int count, const char* format, va_list targets, Touch touch) {
  if (count <= 0 || !touch.heard()) return count;
  ScanFormat directives(format);
  ScanTarget target;
  for (int left = count; left > 0 && directives.next(target); left -= target.counts ? 1 : 0)
    store(target, va_arg(targets, const void*), touch);
  return count;
}

}  // namespace

// Each function in its forms: with a list of arguments or with the arguments themselves.
#define STEWARD_SCAN(name, with_list, parameters, format, arguments)                       \
  STEWARD_FAMILY(int, with_list, (parameters, va_list targets)) {                          \
    va_list again;                                                                         \
    va_copy(again, targets);                                                               \
    const int count = real_##with_list(arguments, targets);                                \
    scanned(count, format, again, STEWARD_TOUCH);                                          \
    va_end(again);                                                                         \
    return count;                                                                          \
  }                                                                                        \
  extern "C" [[gnu::visibility("default")]] int ours_##name(parameters, ...) __asm(#name); \
  int ours_##name(parameters, ...) {                                                       \
    va_list targets;                                                                       \
    va_start(targets, format);                                                             \
    va_list again;                                                                         \
    va_copy(again, targets);                                                               \
    const int count = real_##with_list(arguments, targets);                                \
    scanned(count, format, again, STEWARD_TOUCH);                                          \
    va_end(again);                                                                         \
    va_end(targets);                                                                       \
    return count;                                                                          \
  }
#define STEWARD_BOTH(...) __VA_ARGS__

// The names that newer headers give them are the same functions for what is stored.
#define STEWARD_SCAN_FAMILY(prefix)                                                           \
  STEWARD_SCAN(prefix##scanf, prefix##vscanf, const char* format, format, format)             \
  STEWARD_SCAN(prefix##fscanf, prefix##vfscanf, STEWARD_BOTH(FILE* file, const char* format), \
               format, STEWARD_BOTH(file, format))                                            \
  STEWARD_SCAN(prefix##sscanf, prefix##vsscanf,                                               \
               STEWARD_BOTH(const char* text, const char* format), format,                    \
               STEWARD_BOTH(text, format))
STEWARD_SCAN_FAMILY()
STEWARD_SCAN_FAMILY(__isoc99_)

STEWARD_SECOND_NAME(__isoc99_fscanf);
STEWARD_SECOND_NAME(__isoc99_scanf);
STEWARD_SECOND_NAME(__isoc99_sscanf);
STEWARD_SECOND_NAME(fscanf);
STEWARD_SECOND_NAME(scanf);
STEWARD_SECOND_NAME(sscanf);
