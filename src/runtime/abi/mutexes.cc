// Mutexes that the program makes itself, and describes to us.
//
// What happens between the beginning and the end of an operation is the mutex's own business: its
// accesses and orderings are not the program's.
#include "runtime/control/events.h"
#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

enum Flags : unsigned {
  kLinkerInit = 1 << 0,
  kWriteReentrant = 1 << 1,
  kReadLock = 1 << 3,
  kTryLock = 1 << 4,
  kTryLockFailed = 1 << 5,
  kRecursiveLock = 1 << 6,
  kRecursiveUnlock = 1 << 7,
  kNotStatic = 1 << 8,
};

LockMode mode_of(unsigned flags) {
  return (flags & kReadLock) != 0 ? LockMode::shared : LockMode::exclusive;
}

void look_away() {
  const Scope scope(0);
  if (!scope) return;
  ++scope.thread().ignore_accesses;
  ++scope.thread().ignore_synchronization;
  ++scope.thread().ignore_atomics;
}
void look_again() {
  const Scope scope(0);
  if (!scope) return;
  --scope.thread().ignore_accesses;
  --scope.thread().ignore_synchronization;
  --scope.thread().ignore_atomics;
}

}  // namespace

STEWARD_INTERPOSED void __tsan_mutex_create(void* mutex, unsigned flags) {
  if ((flags & kLinkerInit) != 0) return make_lock_last(mutex, "mutex", STEWARD_CALLER);
  lock_written(mutex, 1, STEWARD_CALLER);
  lock_created(mutex, "mutex", STEWARD_CALLER,
               {.recursive = (flags & kWriteReentrant) != 0, .made = (flags & kNotStatic) != 0});
}
// A destructor that does not know what it destroys says kNotStatic: then it counts if the
// constructor has said so too.
STEWARD_INTERPOSED void __tsan_mutex_destroy(void* mutex, unsigned flags) {
  if ((flags & kLinkerInit) != 0 || lock_lasts(mutex, STEWARD_CALLER)) return;
  if ((flags & kNotStatic) != 0) {
    const Scope scope(STEWARD_CALLER);
    if (!scope) return;
    const auto object = scope.state().locks.at(address_of(mutex));
    if (!object || !object->nature.made) return;
  }
  lock_written(mutex, 1, STEWARD_CALLER);
  lock_destroyed(mutex, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_mutex_pre_lock(void* mutex, unsigned flags) {
  lock_used(mutex, STEWARD_CALLER);
  if ((flags & kTryLock) == 0)
    lock_wanted(mutex, "mutex", mode_of(flags), STEWARD_CALLER,
                {.recursive = (flags & kWriteReentrant) != 0});
  look_away();
}
STEWARD_INTERPOSED void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion) {
  look_again();
  if ((flags & kTryLockFailed) != 0) return;
  const int times = (flags & kRecursiveLock) != 0 && recursion > 1 ? recursion : 1;
  for (int i = 0; i < times; ++i) lock_taken(mutex, "mutex", mode_of(flags), STEWARD_CALLER);
}
// How often it was held, if all of that is given up at once.
STEWARD_INTERPOSED int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  lock_used(mutex, STEWARD_CALLER);
  int times = 0;
  if (const Scope scope(STEWARD_CALLER); scope) {
    const bool all = (flags & kRecursiveUnlock) != 0;
    const LockId lock =
        judge_given(scope, address_of(mutex), "mutex", {.as = mode_of(flags), .all = all});
    bool more = true;
    while (more) {
      const HeldLocks::Given given = scope.release(lock);
      if (!given.was_held) break;
      ++times;
      more = all && !given.last;
    }
  }
  look_away();
  return times;
}
STEWARD_INTERPOSED void __tsan_mutex_post_unlock(void*, unsigned) { look_again(); }
STEWARD_INTERPOSED void __tsan_mutex_pre_signal(void*, unsigned) { look_away(); }
STEWARD_INTERPOSED void __tsan_mutex_post_signal(void*, unsigned) { look_again(); }
// The operation calls back into the program for a while.
STEWARD_INTERPOSED void __tsan_mutex_pre_divert(void*, unsigned) { look_again(); }
STEWARD_INTERPOSED void __tsan_mutex_post_divert(void*, unsigned) { look_away(); }
STEWARD_INTERPOSED void __tsan_check_no_mutexes_held() {
  if (const Scope scope(STEWARD_CALLER); scope) judge_none_held(scope);
}
