// The functions that all of the compilers' checking libraries have in common, as far as programs
// call them.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <malloc.h>

#include "runtime/control/events.h"
#include "runtime/intercept/malloc_events.h"
#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

// Accesses whose alignment is not known, as the program's own.
#define STEWARD_UNALIGNED(bits, T)                                               \
  STEWARD_INTERPOSED T __sanitizer_unaligned_load##bits(const void* from) {      \
    T value;                                                                     \
    STEWARD_TOUCH.read(from, sizeof value);                                      \
    plain::copy(&value, from, sizeof value);                                     \
    return value;                                                                \
  }                                                                              \
  STEWARD_INTERPOSED void __sanitizer_unaligned_store##bits(void* to, T value) { \
    STEWARD_TOUCH.write(to, sizeof value);                                       \
    plain::copy(to, &value, sizeof value);                                       \
  }
STEWARD_UNALIGNED(16, std::uint16_t)
STEWARD_UNALIGNED(32, std::uint32_t)
STEWARD_UNALIGNED(64, std::uint64_t)

// Not accesses of the program.
STEWARD_INTERPOSED void* __sanitizer_internal_memcpy(void* to, const void* from, std::size_t size) {
  plain::copy(to, from, size);
  return to;
}
STEWARD_INTERPOSED void* __sanitizer_internal_memmove(void* to, const void* from,
                                                      std::size_t size) {
  if (to <= from) plain::copy(to, from, size);
  else plain::copy_backwards(to, from, size);
  return to;
}
STEWARD_INTERPOSED void* __sanitizer_internal_memset(void* to, int value, std::size_t size) {
  plain::fill(to, value, size);
  return to;
}

// The heap, which is libc's.
STEWARD_INTERPOSED std::size_t __sanitizer_get_allocated_size(const void* block) {
  return block == nullptr ? 0 : size_of_block(const_cast<void*>(block));
}
STEWARD_INTERPOSED std::size_t __sanitizer_get_allocated_size_fast(const void* block) {
  return block == nullptr ? 0 : size_of_block(const_cast<void*>(block));
}
STEWARD_INTERPOSED int __sanitizer_get_ownership(const void* block) {
  return is_block(const_cast<void*>(block)) ? 1 : 0;
}
STEWARD_INTERPOSED const void* __sanitizer_get_allocated_begin(const void* block) {
  return is_block(const_cast<void*>(block)) ? block : nullptr;
}
STEWARD_INTERPOSED std::size_t __sanitizer_get_estimated_allocated_size(std::size_t size) {
  return size;
}
STEWARD_INTERPOSED std::size_t __sanitizer_get_current_allocated_bytes() {
  return mallinfo2().uordblks + mallinfo2().hblkhd;
}
STEWARD_INTERPOSED std::size_t __sanitizer_get_heap_size() {
  return mallinfo2().arena + mallinfo2().hblkhd;
}
STEWARD_INTERPOSED std::size_t __sanitizer_get_free_bytes() { return mallinfo2().fordblks; }
STEWARD_INTERPOSED std::size_t __sanitizer_get_unmapped_bytes() { return 0; }
STEWARD_INTERPOSED void __sanitizer_purge_allocator() { malloc_trim(0); }

// Reports are the tool's: where they go is said to it, and it writes the stacks.
STEWARD_INTERPOSED void __sanitizer_set_report_path(const char* path) {
  const Scope scope(STEWARD_CALLER);
  if (scope && path != nullptr) scope.state().reporter.tell_log(path);
}
// A descriptor other than the standard ones is the process's own.
STEWARD_INTERPOSED void __sanitizer_set_report_fd(void* descriptor) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return;
  const auto number = reinterpret_cast<std::uintptr_t>(descriptor);
  if (number == 1) scope.state().reporter.tell_log("stdout");
  if (number == 2) scope.state().reporter.tell_log("stderr");
}
STEWARD_INTERPOSED const char* __sanitizer_get_report_path() { return ""; }
STEWARD_INTERPOSED void __sanitizer_sandbox_on_notify(void*) {}
STEWARD_INTERPOSED void __sanitizer_print_stack_trace() {
  if (const Scope scope(STEWARD_CALLER); scope)
    scope.state().reporter.tell_stack(STEWARD_CALLER, scope.thread().calls.context());
}
STEWARD_INTERPOSED [[gnu::weak]] void __sanitizer_report_error_summary(const char*) {}
STEWARD_INTERPOSED [[gnu::weak]] void __sanitizer_on_print(const char*) {}
STEWARD_INTERPOSED int __sanitizer_acquire_crash_state() {
  static constinit std::atomic<bool> crashing = false;
  return crashing.exchange(true) ? 0 : 1;
}
