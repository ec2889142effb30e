// Mutexes and spin locks.
#include <errno.h>
#include <pthread.h>

#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_mutex_init);
STEWARD_REAL(pthread_mutex_destroy);
STEWARD_REAL(pthread_mutex_lock);
STEWARD_REAL(pthread_mutex_trylock);
STEWARD_REAL(pthread_mutex_timedlock);
STEWARD_REAL(pthread_mutex_clocklock);
STEWARD_REAL(pthread_mutex_unlock);
STEWARD_REAL(pthread_spin_init);
STEWARD_REAL(pthread_spin_destroy);
STEWARD_REAL(pthread_spin_lock);
STEWARD_REAL(pthread_spin_trylock);
STEWARD_REAL(pthread_spin_unlock);

int created(int result, const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (result == 0) lock_created(lock, kind, counter);
  return result;
}
// A robust mutex whose owner died is held all the same.
int taken(int result, const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (result == 0 || result == EOWNERDEAD) lock_taken(lock, kind, LockMode::exclusive, counter);
  return result;
}

// What libc's mutexes make of mistakes is in the mutex.
constexpr int kDestroyed = -1;
constexpr int kType = 3;

LockNature nature_of(const pthread_mutex_t* m) {
  const int type = m->__data.__kind & kType;
  return {.recursive = type == PTHREAD_MUTEX_RECURSIVE,
          .checks = type == PTHREAD_MUTEX_RECURSIVE || type == PTHREAD_MUTEX_ERRORCHECK};
}
void check_life(const pthread_mutex_t* m, std::uint64_t counter) {
  if (m->__data.__kind != kDestroyed) return;
  if (const Scope scope(counter); scope) judge_invalid(scope, address_of(m), "mutex");
}

}  // namespace

STEWARD_INTERPOSED int pthread_mutex_init(pthread_mutex_t* m,
                                          const pthread_mutexattr_t* attributes) {
  lock_written(m, sizeof *m, STEWARD_CALLER);
  return created(real_pthread_mutex_init(m, attributes), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_destroy(pthread_mutex_t* m) {
  lock_written(m, sizeof *m, STEWARD_CALLER);
  lock_destroyed(m, STEWARD_CALLER);
  return real_pthread_mutex_destroy(m);
}
STEWARD_INTERPOSED int pthread_mutex_lock(pthread_mutex_t* m) {
  lock_used(m, STEWARD_CALLER);
  check_life(m, STEWARD_CALLER);
  lock_wanted(m, "mutex", LockMode::exclusive, STEWARD_CALLER, nature_of(m));
  return taken(real_pthread_mutex_lock(m), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_trylock(pthread_mutex_t* m) {
  lock_used(m, STEWARD_CALLER);
  return taken(real_pthread_mutex_trylock(m), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* until) {
  lock_used(m, STEWARD_CALLER);
  return taken(real_pthread_mutex_timedlock(m, until), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock,
                                               const timespec* until) {
  lock_used(m, STEWARD_CALLER);
  return taken(real_pthread_mutex_clocklock(m, clock, until), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_unlock(pthread_mutex_t* m) {
  lock_used(m, STEWARD_CALLER);
  check_life(m, STEWARD_CALLER);
  lock_given(m, "mutex", STEWARD_CALLER,
             {.nature = nature_of(m), .surely_free = m->__data.__lock == 0});
  return real_pthread_mutex_unlock(m);
}

STEWARD_INTERPOSED int pthread_spin_init(pthread_spinlock_t* s, int shared) {
  lock_written(s, sizeof *s, STEWARD_CALLER);
  return created(real_pthread_spin_init(s, shared), s, "spin", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_spin_destroy(pthread_spinlock_t* s) {
  lock_written(s, sizeof *s, STEWARD_CALLER);
  lock_destroyed(s, STEWARD_CALLER);
  return real_pthread_spin_destroy(s);
}
STEWARD_INTERPOSED int pthread_spin_lock(pthread_spinlock_t* s) {
  lock_used(s, STEWARD_CALLER);
  lock_wanted(s, "spin", LockMode::exclusive, STEWARD_CALLER);
  return taken(real_pthread_spin_lock(s), s, "spin", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_spin_trylock(pthread_spinlock_t* s) {
  lock_used(s, STEWARD_CALLER);
  return taken(real_pthread_spin_trylock(s), s, "spin", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_spin_unlock(pthread_spinlock_t* s) {
  lock_used(s, STEWARD_CALLER);
  lock_given(s, "spin", STEWARD_CALLER);
  return real_pthread_spin_unlock(s);
}
