// Condition variables: whoever waits is on a list here; libc's own are used if other processes may
// wait, too.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/explore/deadlines.h"
#include "runtime/explore/mutex_state.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_cond_wait);
STEWARD_BEHIND(pthread_cond_timedwait);
STEWARD_BEHIND(pthread_cond_clockwait);
STEWARD_BEHIND(pthread_cond_signal);
STEWARD_BEHIND(pthread_cond_broadcast);
STEWARD_BEHIND(pthread_mutex_lock);
STEWARD_BEHIND(pthread_mutex_unlock);
STEWARD_BEHIND(cnd_wait);
STEWARD_BEHIND(cnd_timedwait);
STEWARD_BEHIND(cnd_signal);
STEWARD_BEHIND(cnd_broadcast);

constexpr unsigned kShared = 1;
constexpr unsigned kMonotonic = 2;
unsigned flags_of(const pthread_cond_t* c) { return c->__data.__wrefs; }
bool is_shared(const pthread_cond_t* c) { return (flags_of(c) & kShared) != 0; }

clockid_t clock_of(const pthread_cond_t* c) {
  return (flags_of(c) & kMonotonic) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int really_wait(const Turn& turn, pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
                const timespec* until) {
  if (!VirtualClock::is_valid(*until)) return EINVAL;
  const timespec real = real_time_of(turn, clock, *until);
  return turn.while_away(
      [&] { return behind_pthread_cond_clockwait(c, m, CLOCK_MONOTONIC, &real); });
}

// `until`: null if it waits without a limit.
int wait_for(const Turn& turn, pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
             const timespec* until) {
  if (until != nullptr && !VirtualClock::is_valid(*until)) return EINVAL;
  Seat& me = turn.seat();
  behind_pthread_testcancel();
  turn.pass(operation_on(OperationKind::wait, c));
  if (const int error = behind_pthread_mutex_unlock(m); error != 0) return error;
  Wait wait;
  wait.object = c;
  wait.what = "the condition variable";
  if (until != nullptr) wait.until = deadline_at(turn, clock, *until);
  wait.cancellable = true;
  const bool woken = turn.listen(wait, turn.control().wakes_spuriously());
  turn.await(taking(m), wait_for_mutex(m));
  const int error = behind_pthread_mutex_lock(m);
  // It has the mutex again when the program's handlers run. If it does not want to be cancelled,
  // the wait has ended without a reason, as it may.
  if (std::exchange(me.cancelled, false)) {
    behind_pthread_testcancel();
    return error;
  }
  if (error != 0) return error;
  return woken ? 0 : ETIMEDOUT;
}

void wake(const void* c, std::size_t most) {
  const Turn turn;
  if (!turn) return;
  turn.pass(operation_on(OperationKind::signal, c));
  turn.control().wake(c, most);
}

int controlled_pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  const Turn turn;
  if (!turn) return behind_pthread_cond_wait(c, m);
  if (is_shared(c)) return turn.while_away([&] { return behind_pthread_cond_wait(c, m); });
  return wait_for(turn, c, m, CLOCK_REALTIME, nullptr);
}
int controlled_pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m,
                                      const timespec* until) {
  const Turn turn;
  if (!turn) return behind_pthread_cond_timedwait(c, m, until);
  if (is_shared(c)) return really_wait(turn, c, m, clock_of(c), until);
  return wait_for(turn, c, m, clock_of(c), until);
}
int controlled_pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
                                      const timespec* until) {
  const Turn turn;
  if (!turn) return behind_pthread_cond_clockwait(c, m, clock, until);
  if (is_shared(c)) return really_wait(turn, c, m, clock, until);
  return wait_for(turn, c, m, clock, until);
}
int controlled_pthread_cond_signal(pthread_cond_t* c) {
  wake(c, 1);
  return behind_pthread_cond_signal(c);
}
int controlled_pthread_cond_broadcast(pthread_cond_t* c) {
  wake(c, SIZE_MAX);
  return behind_pthread_cond_broadcast(c);
}
STEWARD_STANDS_IN(pthread_cond_wait);
STEWARD_STANDS_IN(pthread_cond_timedwait);
STEWARD_STANDS_IN(pthread_cond_clockwait);
STEWARD_STANDS_IN(pthread_cond_signal);
STEWARD_STANDS_IN(pthread_cond_broadcast);

// libc has one condition variable for both.
int controlled_cnd_wait(cnd_t* c, mtx_t* m) {
  const Turn turn;
  if (!turn) return behind_cnd_wait(c, m);
  const int error = wait_for(turn, reinterpret_cast<pthread_cond_t*>(c),
                             reinterpret_cast<pthread_mutex_t*>(m), CLOCK_REALTIME, nullptr);
  return error == 0 ? thrd_success : thrd_error;
}
int controlled_cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* until) {
  const Turn turn;
  if (!turn) return behind_cnd_timedwait(c, m, until);
  const int error = wait_for(turn, reinterpret_cast<pthread_cond_t*>(c),
                             reinterpret_cast<pthread_mutex_t*>(m), CLOCK_REALTIME, until);
  if (error == ETIMEDOUT) return thrd_timedout;
  return error == 0 ? thrd_success : thrd_error;
}
int controlled_cnd_signal(cnd_t* c) {
  wake(c, 1);
  return behind_cnd_signal(c);
}
int controlled_cnd_broadcast(cnd_t* c) {
  wake(c, SIZE_MAX);
  return behind_cnd_broadcast(c);
}
STEWARD_STANDS_IN(cnd_wait);
STEWARD_STANDS_IN(cnd_timedwait);
STEWARD_STANDS_IN(cnd_signal);
STEWARD_STANDS_IN(cnd_broadcast);

}  // namespace
