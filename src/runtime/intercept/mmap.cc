// Memory mapped and unmapped by the program itself.
#include <stdarg.h>
#include <sys/mman.h>

#include "runtime/control/lock_events.h"
#include "runtime/intercept/mmap_ranges.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(mmap);
STEWARD_REAL(mmap64);
STEWARD_REAL(munmap);
STEWARD_REAL(mremap);

// What is mapped is new, whatever was at that address before.
void* mapped(void* memory, std::size_t size, std::uint64_t counter) {
  if (memory == MAP_FAILED) return memory;
  const Scope scope(counter);
  if (scope && scope.state().several_threads.load(std::memory_order_relaxed))
    scope.state().detector.clear(Scope::range_of(memory, size));
  return memory;
}
void unmapping(void* memory, std::size_t size, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope || size == 0) return;
  const AddressRange range = Scope::range_of(memory, size);
  if (range.begin.value() + size < range.begin.value()) return;  // the call will fail
  free_range(scope, range);
  objects_destroyed(scope.state(), range);
}

}  // namespace

STEWARD_INTERPOSED void* mmap(void* wish, std::size_t size, int protection, int flags, int file,
                              off_t offset) {
  return mapped(real_mmap(wish, size, protection, flags, file, offset), size, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* mmap64(void* wish, std::size_t size, int protection, int flags, int file,
                                off64_t offset) {
  return mapped(real_mmap64(wish, size, protection, flags, file, offset), size, STEWARD_CALLER);
}
STEWARD_INTERPOSED int munmap(void* memory, std::size_t size) {
  unmapping(memory, size, STEWARD_CALLER);
  return real_munmap(memory, size);
}
// What moves is unmapped where it was; what grows is new.
STEWARD_INTERPOSED void* mremap(void* memory, std::size_t size, std::size_t new_size, int flags,
                                ...) {
  va_list rest;
  va_start(rest, flags);
  void* const wish = va_arg(rest, void*);
  va_end(rest);
  if ((flags & MREMAP_MAYMOVE) != 0) unmapping(memory, size, STEWARD_CALLER);
  return mapped(real_mremap(memory, size, new_size, flags, wish), new_size, STEWARD_CALLER);
}
