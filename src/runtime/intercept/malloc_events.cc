#include "runtime/intercept/malloc_events.h"

#include "runtime/abi/allocation_hooks.h"
#include "runtime/control/lock_events.h"
#include "runtime/control/signals.h"
#include "runtime/control/watching.h"
#include "runtime/intercept/mmap_ranges.h"
#include "runtime/platform/usable_size.h"
#include "runtime/platform/whose_code.h"
#include "runtime/turns/turns.h"

namespace steward {
namespace {

// Null also once nothing is watched any more: blocks come and go unseen.
Runtime* watching() {
  Runtime* const found = runtime();
  return found != nullptr && found->watches(Effort::synchronization) ? found : nullptr;
}

// Memory that nobody has: what was known of it belongs to whoever had it before.
void forget(Runtime& runtime, AddressRange range) {
  if (runtime.several_threads.load(std::memory_order_relaxed)) runtime.detector.alloc(range);
}

// Of less than a word nobody makes records: it is a buffer, counted in bytes.
bool is_array(std::size_t size, std::size_t element) {
  return element >= sizeof(void*) && element < size;
}

// Of one that is not null.
void announce(void* block, std::size_t size, std::uint64_t counter, std::size_t element) {
  const AddressRange range = Scope::range_of(block, size);
  if (const Scope scope(counter); scope) {
    if (is_interrupted(scope.thread())) [[unlikely]]
      tell_unsafe_call(scope, "malloc");
    forget(scope.state(), range);
    const Block made{range, scope.thread().id, counter, scope.thread().calls.context(),
                     is_array(size, element) ? element : 0};
    scope.state().blocks.add(made);
    watch_block(scope.state(), made);
  } else if (Runtime* const found = watching(); found != nullptr) {
    // Allocated by libc inside the runtime, or by a thread whose events do not count any more: who
    // frees it may be somebody else, and does not know how large the program thinks it is.
    forget(*found, Scope::range_of(block, usable_size(block)));
  }
  if (runtime() != nullptr) tell_allocated(block, size);
}

}  // namespace

void* allocated(void* block, std::size_t size, std::uint64_t counter, std::size_t element) {
  if (block == nullptr) return block;
  announce(block, size, counter, element);
  clean_block(block, size);
  return block;
}

void freeing(void* block, std::uint64_t counter) {
  if (block == nullptr) return;
  const Address begin = Scope::range_of(block, 0).begin;
  if (const Scope scope(counter); scope) {
    if (is_interrupted(scope.thread())) [[unlikely]]
      tell_unsafe_call(scope, "free");
    const auto known = scope.state().blocks.free(begin);
    const AddressRange range = known ? known->range : Scope::range_of(block, usable_size(block));
    if (is_system_code(counter)) forget(scope.state(), range);
    else free_range(scope, range);
    objects_destroyed(scope.state(), range);
  }
}

void* reallocated(void* block, std::size_t size, std::size_t kept, std::uint64_t counter) {
  if (block == nullptr) return block;
  announce(block, size, counter, 0);
  if (is_system_code(counter)) return block;
  if (const Scope scope(counter); scope) scope.write(block, kept < size ? kept : size);
  return block;
}

void give_back(void* block, std::uint64_t counter) {
  if (block == nullptr || (runtime() != nullptr && !tell_freeing(block))) return;
  freeing(block, counter);
  __libc_free(block);
}

std::size_t size_of_block(void* block) {
  const Scope scope(0);  // a handler must not come while blocks are looked at
  if (Runtime* const found = watching(); found != nullptr)
    if (const auto known = found->blocks.at(Scope::range_of(block, 0).begin))
      return known->range.size;
  return usable_size(block);
}

bool is_block(void* address) {
  const Scope scope(0);
  Runtime* const found = watching();
  return found != nullptr && found->blocks.at(Scope::range_of(address, 0).begin).has_value();
}

}  // namespace steward
