// Semaphores.
#include <errno.h>
#include <semaphore.h>

#include "runtime/explore/deadlines.h"

using namespace steward;

namespace {

STEWARD_BEHIND(sem_post);
STEWARD_BEHIND(sem_wait);
STEWARD_BEHIND(sem_trywait);
STEWARD_BEHIND(sem_timedwait);
STEWARD_BEHIND(sem_clockwait);
STEWARD_BEHIND(sem_getvalue);

int count_of(const void* s) {
  int count = 0;
  behind_sem_getvalue(const_cast<sem_t*>(static_cast<const sem_t*>(s)), &count);
  return count;
}
bool has_units(const Wait& wait) { return count_of(wait.object) > 0; }

// Whether other processes may use it: as libc keeps it, for good, behind the count.
bool is_shared_by_processes(const sem_t* s) {
  constexpr std::size_t kPlace = 2;
  return reinterpret_cast<const std::int32_t*>(s)[kPlace] != 0;
}

Wait wait_for(const sem_t* s) {
  Wait wait;
  wait.over = has_units;
  wait.object = s;
  wait.outside = is_shared_by_processes(s);
  wait.cancellable = true;
  wait.interruption = Interruption::unless_restarted;
  wait.what = "the semaphore";
  return wait;
}
Operation on(OperationKind kind, const sem_t* s) { return operation_on(kind, s); }

int controlled_sem_post(sem_t* s) {
  if (const Turn turn; turn)
    turn.pass(on(is_shared_by_processes(s) ? OperationKind::outside : OperationKind::signal, s));
  return behind_sem_post(s);
}
int controlled_sem_wait(sem_t* s) {
  const Turn turn;
  if (turn && !turn.await_or_end(on(OperationKind::acquire, s), wait_for(s)) &&
      turn.was_interrupted()) {
    errno = EINTR;
    return -1;
  }
  return behind_sem_wait(s);
}
int controlled_sem_trywait(sem_t* s) {
  const Turn turn;
  if (turn) turn.look(on(OperationKind::acquire, s), static_cast<std::uint64_t>(count_of(s)));
  const int result = behind_sem_trywait(s);
  if (turn && result == 0) turn.seat().spins.did_something();
  return result;
}
int controlled_sem_clockwait(sem_t* s, clockid_t clock, const timespec* until) {
  const Turn turn;
  if (!turn) return behind_sem_clockwait(s, clock, until);
  const int error = await_until(turn, on(OperationKind::acquire, s), wait_for(s), clock, *until);
  if (error == 0) return behind_sem_wait(s);
  errno = error;
  return -1;
}
int controlled_sem_timedwait(sem_t* s, const timespec* until) {
  if (!controlled_seat()) return behind_sem_timedwait(s, until);
  return controlled_sem_clockwait(s, CLOCK_REALTIME, until);
}
STEWARD_STANDS_IN(sem_post);
STEWARD_STANDS_IN(sem_wait);
STEWARD_STANDS_IN(sem_trywait);
STEWARD_STANDS_IN(sem_clockwait);
STEWARD_STANDS_IN(sem_timedwait);

}  // namespace
