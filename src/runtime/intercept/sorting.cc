// Sorting: the elements are moved by libc, compared by the program.
#include <stdlib.h>

#include "runtime/intercept/memory_family.h"

using namespace steward;

STEWARD_FAMILY(void, qsort,
               (void* base, std::size_t count, std::size_t size,
                int (*compare)(const void*, const void*))) {
  if (count > 1) STEWARD_TOUCH.write(base, count * size);
  real_qsort(base, count, size, compare);
}
STEWARD_FAMILY(void, qsort_r,
               (void* base, std::size_t count, std::size_t size,
                int (*compare)(const void*, const void*, void*), void* argument)) {
  if (count > 1) STEWARD_TOUCH.write(base, count * size);
  real_qsort_r(base, count, size, compare, argument);
}
