// Mutexes and spin locks.
#include <errno.h>
#include <pthread.h>

#include "runtime/control/events.h"
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

Address address_of(const volatile void* lock) {
  return Address(reinterpret_cast<std::uint64_t>(lock));
}
int created(int result, const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope && result == 0)
    scope.state().locks.create(address_of(lock), kind, counter, scope.thread().calls.context());
  return result;
}
void destroyed(const volatile void* lock, std::uint64_t counter) {
  if (const Scope scope(counter); scope) scope.state().locks.destroy(address_of(lock));
}
// A robust mutex whose owner died is held all the same.
int taken(int result, const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (result != 0 && result != EOWNERDEAD) return result;
  if (const Scope scope(counter); scope)
    scope.acquire(scope.state().locks.id_of(address_of(lock), kind), LockMode::exclusive);
  return result;
}
void given(const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.release(scope.state().locks.id_of(address_of(lock), kind));
}

}  // namespace

STEWARD_INTERPOSED int pthread_mutex_init(pthread_mutex_t* m,
                                          const pthread_mutexattr_t* attributes) {
  return created(real_pthread_mutex_init(m, attributes), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_destroy(pthread_mutex_t* m) {
  destroyed(m, STEWARD_CALLER);
  return real_pthread_mutex_destroy(m);
}
STEWARD_INTERPOSED int pthread_mutex_lock(pthread_mutex_t* m) {
  return taken(real_pthread_mutex_lock(m), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_trylock(pthread_mutex_t* m) {
  return taken(real_pthread_mutex_trylock(m), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* until) {
  return taken(real_pthread_mutex_timedlock(m, until), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock,
                                               const timespec* until) {
  return taken(real_pthread_mutex_clocklock(m, clock, until), m, "mutex", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_mutex_unlock(pthread_mutex_t* m) {
  given(m, "mutex", STEWARD_CALLER);
  return real_pthread_mutex_unlock(m);
}

STEWARD_INTERPOSED int pthread_spin_init(pthread_spinlock_t* s, int shared) {
  return created(real_pthread_spin_init(s, shared), s, "spin", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_spin_destroy(pthread_spinlock_t* s) {
  destroyed(s, STEWARD_CALLER);
  return real_pthread_spin_destroy(s);
}
STEWARD_INTERPOSED int pthread_spin_lock(pthread_spinlock_t* s) {
  return taken(real_pthread_spin_lock(s), s, "spin", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_spin_trylock(pthread_spinlock_t* s) {
  return taken(real_pthread_spin_trylock(s), s, "spin", STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_spin_unlock(pthread_spinlock_t* s) {
  given(s, "spin", STEWARD_CALLER);
  return real_pthread_spin_unlock(s);
}
