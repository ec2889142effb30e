// malloc and its family.
//
// A block that is freed is written by whoever frees it, as far as races go, and stays so until its
// memory is handed out again.
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/control/events.h"
#include "runtime/intercept/malloc_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

void* change_size(void* block, std::size_t size, std::uint64_t counter) {
  if (runtime() == nullptr) return __libc_realloc(block, size);
  if (block == nullptr) return allocated(__libc_malloc(size), size, counter);
  const std::size_t before = size_of_block(block);
  freeing(block, counter);
  void* const moved = __libc_realloc(block, size);
  if (moved != nullptr) return reallocated(moved, size, before, counter);
  // Without memory for it, the block is what it was; a size of 0 has freed it.
  if (size != 0) reallocated(block, before, before, counter);
  return nullptr;
}

}  // namespace

STEWARD_INTERPOSED void* malloc(std::size_t size) {
  return allocated(__libc_malloc(size), size, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* calloc(std::size_t count, std::size_t size) {
  return allocated(__libc_calloc(count, size), count * size, STEWARD_CALLER, size);
}
STEWARD_INTERPOSED void* realloc(void* block, std::size_t size) {
  return change_size(block, size, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return change_size(block, bytes, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* memalign(std::size_t alignment, std::size_t size) {
  return allocated(__libc_memalign(alignment, size), size, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return allocated(__libc_memalign(alignment, size), size, STEWARD_CALLER);
}
STEWARD_INTERPOSED int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  const int before = errno;
  void* const made = __libc_memalign(alignment, size);
  errno = before;
  if (made == nullptr) return ENOMEM;
  *block = allocated(made, size, STEWARD_CALLER);
  return 0;
}
STEWARD_INTERPOSED void* valloc(std::size_t size) {
  return allocated(__libc_memalign(static_cast<std::size_t>(getpagesize()), size), size,
                   STEWARD_CALLER);
}
STEWARD_INTERPOSED void* pvalloc(std::size_t size) {
  const auto page = static_cast<std::size_t>(getpagesize());
  std::size_t whole = 0;
  if (__builtin_add_overflow(size, page - 1, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  whole = whole / page * page;
  return allocated(__libc_memalign(page, whole), whole, STEWARD_CALLER);
}
// What was asked for, not what there is: nothing is known of the bytes behind it.
STEWARD_INTERPOSED std::size_t malloc_usable_size(void* block) {
  return block == nullptr ? 0 : size_of_block(block);
}
STEWARD_INTERPOSED void free(void* block) { give_back(block, STEWARD_CALLER); }
STEWARD_INTERPOSED void cfree(void* block) { give_back(block, STEWARD_CALLER); }
STEWARD_INTERPOSED void free_sized(void* block, std::size_t) { give_back(block, STEWARD_CALLER); }
STEWARD_INTERPOSED void free_aligned_sized(void* block, std::size_t, std::size_t) {
  give_back(block, STEWARD_CALLER);
}

STEWARD_SECOND_NAME(malloc);
STEWARD_SECOND_NAME(calloc);
STEWARD_SECOND_NAME(realloc);
STEWARD_SECOND_NAME(reallocarray);
STEWARD_SECOND_NAME(memalign);
STEWARD_SECOND_NAME(aligned_alloc);
STEWARD_SECOND_NAME(posix_memalign);
STEWARD_SECOND_NAME(valloc);
STEWARD_SECOND_NAME(pvalloc);
STEWARD_SECOND_NAME(malloc_usable_size);
STEWARD_SECOND_NAME(free);
STEWARD_SECOND_NAME(cfree);
STEWARD_SECOND_NAME(free_sized);
STEWARD_SECOND_NAME(free_aligned_sized);
