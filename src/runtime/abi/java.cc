// The functions for run-time systems with a managed heap.
//
// The collector frees and moves objects of which it knows that nobody uses them: that is no access,
// only the history goes, or moves along.
#include <cstddef>

#include "runtime/control/histories.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

using Number = unsigned long;

const void* pointer(Number address) { return reinterpret_cast<const void*>(address); }
AddressRange range_at(Number address, Number size) {
  return Scope::range_of(pointer(address), size);
}

}  // namespace

STEWARD_INTERPOSED void __tsan_java_init(Number, Number) { activate(); }
STEWARD_INTERPOSED int __tsan_java_fini() {
  return runtime() != nullptr && runtime()->reporter.failed() ? 66 : 0;
}
STEWARD_INTERPOSED void __tsan_java_alloc(Number object, Number size) {
  if (const Scope scope(STEWARD_CALLER); scope) begin_block(scope, range_at(object, size));
}
STEWARD_INTERPOSED void __tsan_java_free(Number begin, Number size) {
  if (const Scope scope(STEWARD_CALLER); scope) forget_history(scope, range_at(begin, size));
}
STEWARD_INTERPOSED void __tsan_java_move(Number from, Number to, Number size) {
  if (const Scope scope(STEWARD_CALLER); scope)
    move_history(scope, Address(from), range_at(to, size));
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
  user_released_anew(pointer(object), STEWARD_CALLER);
}
