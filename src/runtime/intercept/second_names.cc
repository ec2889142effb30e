// Functions that are none of our business, but that programs replace by their own, which call the
// compilers' libraries by a second name (see STEWARD_SECOND_NAME): without it they do not start.
#include <stdio.h>

#include "runtime/intercept/memory_family.h"

STEWARD_FAMILY(FILE*, fopen, (const char* path, const char* mode)) {
  return real_fopen(path, mode);
}
STEWARD_FAMILY(FILE*, fopen64, (const char* path, const char* mode)) {
  return real_fopen64(path, mode);
}
STEWARD_FAMILY(FILE*, freopen, (const char* path, const char* mode, FILE* file)) {
  return real_freopen(path, mode, file);
}
STEWARD_FAMILY(FILE*, freopen64, (const char* path, const char* mode, FILE* file)) {
  return real_freopen64(path, mode, file);
}
STEWARD_FAMILY(FILE*, fdopen, (int descriptor, const char* mode)) {
  return real_fdopen(descriptor, mode);
}
STEWARD_FAMILY(int, fileno, (FILE * file)) { return real_fileno(file); }
