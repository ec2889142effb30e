// Locks for one writer or many readers.
#include <pthread.h>

#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_rwlock_init);
STEWARD_REAL(pthread_rwlock_destroy);
STEWARD_REAL(pthread_rwlock_rdlock);
STEWARD_REAL(pthread_rwlock_tryrdlock);
STEWARD_REAL(pthread_rwlock_timedrdlock);
STEWARD_REAL(pthread_rwlock_clockrdlock);
STEWARD_REAL(pthread_rwlock_wrlock);
STEWARD_REAL(pthread_rwlock_trywrlock);
STEWARD_REAL(pthread_rwlock_timedwrlock);
STEWARD_REAL(pthread_rwlock_clockwrlock);
STEWARD_REAL(pthread_rwlock_unlock);

constexpr char kRwlock[] = "rwlock";

// libc refuses a second lock to a writer. Who reads, and waits to write, waits for good.
void wanted(const pthread_rwlock_t* l, LockMode mode, std::uint64_t counter) {
  lock_wanted(l, kRwlock, mode, counter, {.recursive = true});
}
int taken(int result, const pthread_rwlock_t* l, LockMode mode, std::uint64_t counter) {
  if (result == 0) lock_taken(l, kRwlock, mode, counter);
  return result;
}

}  // namespace

STEWARD_INTERPOSED int pthread_rwlock_init(pthread_rwlock_t* l,
                                           const pthread_rwlockattr_t* attributes) {
  lock_written(l, sizeof *l, STEWARD_CALLER);
  const int result = real_pthread_rwlock_init(l, attributes);
  if (result == 0) lock_created(l, kRwlock, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED int pthread_rwlock_destroy(pthread_rwlock_t* l) {
  lock_written(l, sizeof *l, STEWARD_CALLER);
  lock_destroyed(l, STEWARD_CALLER);
  return real_pthread_rwlock_destroy(l);
}

STEWARD_INTERPOSED int pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  lock_used(l, STEWARD_CALLER);
  wanted(l, LockMode::shared, STEWARD_CALLER);
  return taken(real_pthread_rwlock_rdlock(l), l, LockMode::shared, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  lock_used(l, STEWARD_CALLER);
  return taken(real_pthread_rwlock_tryrdlock(l), l, LockMode::shared, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* until) {
  lock_used(l, STEWARD_CALLER);
  return taken(real_pthread_rwlock_timedrdlock(l, until), l, LockMode::shared, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock,
                                                  const timespec* until) {
  lock_used(l, STEWARD_CALLER);
  return taken(real_pthread_rwlock_clockrdlock(l, clock, until), l, LockMode::shared,
               STEWARD_CALLER);
}

STEWARD_INTERPOSED int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  lock_used(l, STEWARD_CALLER);
  wanted(l, LockMode::exclusive, STEWARD_CALLER);
  return taken(real_pthread_rwlock_wrlock(l), l, LockMode::exclusive, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  lock_used(l, STEWARD_CALLER);
  return taken(real_pthread_rwlock_trywrlock(l), l, LockMode::exclusive, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* until) {
  lock_used(l, STEWARD_CALLER);
  return taken(real_pthread_rwlock_timedwrlock(l, until), l, LockMode::exclusive, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock,
                                                  const timespec* until) {
  lock_used(l, STEWARD_CALLER);
  return taken(real_pthread_rwlock_clockwrlock(l, clock, until), l, LockMode::exclusive,
               STEWARD_CALLER);
}

// The mode it was taken in is known to the thread.
STEWARD_INTERPOSED int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  lock_used(l, STEWARD_CALLER);
  lock_given(l, kRwlock, STEWARD_CALLER);
  return real_pthread_rwlock_unlock(l);
}
