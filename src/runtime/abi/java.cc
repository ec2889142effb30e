// The functions for run-time systems with a managed heap.
//
// The collector frees and moves objects of which it knows that nobody uses them: that is no access,
// only the history goes, or moves along.
#include <cstddef>

#include "runtime/control/events.h"
#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

using Number = unsigned long;

const void* pointer(Number address) { return reinterpret_cast<const void*>(address); }
AddressRange range_at(Number address, Number size) {
  return Scope::range_of(pointer(address), size);
}

void add_block(const Scope& scope, AddressRange range) {
  scope.state().blocks.add(
      {range, scope.thread().id, scope.counter(), scope.thread().calls.context()});
}

}  // namespace

STEWARD_INTERPOSED void __tsan_java_init(Number, Number) { activate(); }
STEWARD_INTERPOSED int __tsan_java_fini() {
  return runtime() != nullptr && runtime()->reporter.failed() ? 66 : 0;
}
STEWARD_INTERPOSED void __tsan_java_alloc(Number object, Number size) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return;
  scope.state().detector.alloc(range_at(object, size));
  add_block(scope, range_at(object, size));
}
STEWARD_INTERPOSED void __tsan_java_free(Number begin, Number size) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return;
  const AddressRange range = range_at(begin, size);
  scope.state().detector.clear(range);
  objects_destroyed(scope.state(), range);
  for (Number at = begin; at < begin + size; at += 8) scope.state().blocks.remove(Address(at));
}
STEWARD_INTERPOSED void __tsan_java_move(Number from, Number to, Number size) {
  const Scope scope(STEWARD_CALLER);
  if (!scope || from == to || size == 0) return;
  scope.state().detector.copy(Address(from), range_at(to, size));
  // Where it was and is not any more.
  const Number first = from < to ? from : (to + size > from ? to + size : from);
  const Number end = from < to && to < from + size ? to : from + size;
  if (first < end) scope.state().detector.clear(range_at(first, end - first));
  scope.state().locks.move(range_at(from, size), Address(to), Forget(scope.state()));
  for (Number at = 0; at < size; at += 8) {
    if (auto block = scope.state().blocks.remove(Address(from + at))) {
      block->range.begin = Address(to + at);
      scope.state().blocks.add(*block);
    }
  }
}
STEWARD_INTERPOSED Number __tsan_java_find(Number* from, Number to) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return 0;
  for (Number at = *from; at < to; at += 8) {
    if (const auto block = scope.state().blocks.at(Address(at))) {
      *from = at;
      return block->range.size;
    }
  }
  return 0;
}
// The collector has seen that nobody uses the objects any more: finalizers come after everything.
STEWARD_INTERPOSED void __tsan_java_finalize() {
  const Scope scope(STEWARD_CALLER);
  if (scope && scope.thread().ignore_synchronization == 0)
    scope.state().detector.receive_all(*scope.thread().analysis);
}

STEWARD_INTERPOSED void __tsan_java_mutex_lock(Number mutex) {
  lock_taken(pointer(mutex), "mutex", LockMode::exclusive, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_java_mutex_unlock(Number mutex) {
  lock_given(pointer(mutex), "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_java_mutex_read_lock(Number mutex) {
  lock_taken(pointer(mutex), "mutex", LockMode::shared, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_java_mutex_read_unlock(Number mutex) {
  lock_given(pointer(mutex), "mutex", STEWARD_CALLER);
}
// Given up whole, however often it was taken, and taken again as often.
STEWARD_INTERPOSED int __tsan_java_mutex_unlock_rec(Number mutex) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return 0;
  const LockId lock = judge_given(scope, address_of(pointer(mutex)), "mutex", {.all = true});
  return static_cast<int>(scope.release_all(lock));
}
STEWARD_INTERPOSED void __tsan_java_mutex_lock_rec(Number mutex, int times) {
  const Scope scope(STEWARD_CALLER);
  if (!scope || times <= 0) return;
  const LockId lock = note_taken(scope, address_of(pointer(mutex)), "mutex", LockMode::exclusive,
                                 static_cast<std::uint32_t>(times));
  scope.acquire_again(lock, static_cast<std::size_t>(times));
}

STEWARD_INTERPOSED void __tsan_java_acquire(Number object) {
  user_acquired(pointer(object), STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_java_release(Number object) {
  user_released(pointer(object), STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_java_release_store(Number object) {
  user_released(pointer(object), STEWARD_CALLER);
}
