// Mutexes and spin locks.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/explore/deadlines.h"
#include "runtime/explore/mutex_state.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_mutex_trylock);
STEWARD_BEHIND(pthread_mutex_timedlock);
STEWARD_BEHIND(pthread_mutex_clocklock);
STEWARD_BEHIND(mtx_lock);
STEWARD_BEHIND(mtx_trylock);
STEWARD_BEHIND(mtx_timedlock);
STEWARD_BEHIND(mtx_unlock);
STEWARD_BEHIND(pthread_spin_lock);
STEWARD_BEHIND(pthread_spin_trylock);
STEWARD_BEHIND(pthread_spin_unlock);

// libc has one mutex for both.
pthread_mutex_t* posix(mtx_t* m) { return reinterpret_cast<pthread_mutex_t*>(m); }

template <class Take>
int take(pthread_mutex_t* m, Take&& take) {
  const Turn turn;
  if (turn) turn.await(taking(m), wait_for_mutex(m));
  return take();
}
template <class Try>
int try_to_take(pthread_mutex_t* m, Try&& attempt) {
  const Turn turn;
  if (turn) turn.look(taking(m), static_cast<std::uint64_t>(m->__data.__lock));
  const int result = attempt();
  if (turn && result == 0) turn.seat().spins.did_something();
  return result;
}
template <class Give>
int give(pthread_mutex_t* m, Give&& give) {
  if (const Turn turn; turn) turn.pass(giving(m, is_shared(m)));
  return give();
}

int controlled_pthread_mutex_lock(pthread_mutex_t* m) {
  return take(m, [&] { return behind_pthread_mutex_lock(m); });
}
int controlled_pthread_mutex_trylock(pthread_mutex_t* m) {
  return try_to_take(m, [&] { return behind_pthread_mutex_trylock(m); });
}
int controlled_pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* until) {
  const Turn turn;
  if (!turn) return behind_pthread_mutex_clocklock(m, clock, until);
  const int error = await_until(turn, taking(m), wait_for_mutex(m), clock, *until);
  return error != 0 ? error : behind_pthread_mutex_lock(m);
}
int controlled_pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* until) {
  if (!controlled_seat()) return behind_pthread_mutex_timedlock(m, until);
  return controlled_pthread_mutex_clocklock(m, CLOCK_REALTIME, until);
}
int controlled_pthread_mutex_unlock(pthread_mutex_t* m) {
  return give(m, [&] { return behind_pthread_mutex_unlock(m); });
}
STEWARD_STANDS_IN(pthread_mutex_lock);
STEWARD_STANDS_IN(pthread_mutex_trylock);
STEWARD_STANDS_IN(pthread_mutex_clocklock);
STEWARD_STANDS_IN(pthread_mutex_timedlock);
STEWARD_STANDS_IN(pthread_mutex_unlock);

int controlled_mtx_lock(mtx_t* m) {
  return take(posix(m), [&] { return behind_mtx_lock(m); });
}
int controlled_mtx_trylock(mtx_t* m) {
  return try_to_take(posix(m), [&] { return behind_mtx_trylock(m); });
}
int controlled_mtx_timedlock(mtx_t* m, const timespec* until) {
  const Turn turn;
  if (!turn) return behind_mtx_timedlock(m, until);
  switch (await_until(turn, taking(m), wait_for_mutex(posix(m)), CLOCK_REALTIME, *until)) {
    case 0: return behind_mtx_lock(m);
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}
int controlled_mtx_unlock(mtx_t* m) {
  return give(posix(m), [&] { return behind_mtx_unlock(m); });
}
STEWARD_STANDS_IN(mtx_lock);
STEWARD_STANDS_IN(mtx_trylock);
STEWARD_STANDS_IN(mtx_timedlock);
STEWARD_STANDS_IN(mtx_unlock);

// 1: nobody has it.
bool spin_is_free(const Wait& wait) { return *static_cast<const volatile int*>(wait.object) == 1; }
int controlled_pthread_spin_lock(pthread_spinlock_t* s) {
  if (const Turn turn; turn) {
    Wait wait;
    wait.over = spin_is_free;
    wait.object = const_cast<const int*>(s);
    wait.what = "the spin lock";
    turn.await(taking(wait.object), wait);
  }
  return behind_pthread_spin_lock(s);
}
int controlled_pthread_spin_trylock(pthread_spinlock_t* s) {
  const Turn turn;
  if (turn) turn.look(taking(const_cast<const int*>(s)), static_cast<std::uint64_t>(*s));
  const int result = behind_pthread_spin_trylock(s);
  if (turn && result == 0) turn.seat().spins.did_something();
  return result;
}
int controlled_pthread_spin_unlock(pthread_spinlock_t* s) {
  if (const Turn turn; turn) turn.pass(giving(const_cast<const int*>(s)));
  return behind_pthread_spin_unlock(s);
}
STEWARD_STANDS_IN(pthread_spin_lock);
STEWARD_STANDS_IN(pthread_spin_trylock);
STEWARD_STANDS_IN(pthread_spin_unlock);

}  // namespace
