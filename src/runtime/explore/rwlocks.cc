// Locks for one writer or many readers.
#include <pthread.h>

#include "runtime/explore/deadlines.h"
#include "runtime/explore/mutex_state.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_rwlock_rdlock);
STEWARD_BEHIND(pthread_rwlock_tryrdlock);
STEWARD_BEHIND(pthread_rwlock_timedrdlock);
STEWARD_BEHIND(pthread_rwlock_clockrdlock);
STEWARD_BEHIND(pthread_rwlock_wrlock);
STEWARD_BEHIND(pthread_rwlock_trywrlock);
STEWARD_BEHIND(pthread_rwlock_timedwrlock);
STEWARD_BEHIND(pthread_rwlock_clockwrlock);
STEWARD_BEHIND(pthread_rwlock_unlock);

// As libc keeps it: a writer has it, and how many readers do.
constexpr unsigned kWritten = 2;
constexpr unsigned kReaders = 3;

bool can_be_written(const Wait& wait);

// A kind that has readers wait as soon as a writer does: whoever reads already, too.
bool is_kept_for_writers(const void* l) {
  const auto& lock = static_cast<const pthread_rwlock_t*>(l)->__data;
  return lock.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP &&
         lock.__readers >> kReaders != 0 && the_controller->is_any([l](const Seat& seat) {
           return seat.wait != nullptr && seat.wait->over == can_be_written &&
                  seat.wait->object == l;
         });
}

bool can_be_read(const Wait& wait) {
  const auto& lock = static_cast<const pthread_rwlock_t*>(wait.object)->__data;
  if (is_kept_for_writers(wait.object)) return false;
  // Who has it for writing is refused at once.
  return (lock.__readers & kWritten) == 0 ||
         static_cast<std::uint64_t>(lock.__cur_writer) == wait.value;
}
bool can_be_written(const Wait& wait) {
  const auto& lock = static_cast<const pthread_rwlock_t*>(wait.object)->__data;
  if ((lock.__readers & kWritten) != 0)
    return static_cast<std::uint64_t>(lock.__cur_writer) == wait.value;
  return lock.__readers >> kReaders == 0;
}

bool is_shared_by_processes(const pthread_rwlock_t* l) { return l->__data.__shared != 0; }

Wait wait_for(const pthread_rwlock_t* l, LockMode mode) {
  Wait wait;
  wait.over = mode == LockMode::shared ? can_be_read : can_be_written;
  wait.object = l;
  wait.value = system_id_of_caller();
  wait.what = mode == LockMode::shared ? "the rwlock, to read," : "the rwlock, to write,";
  wait.outside = is_shared_by_processes(l);
  return wait;
}

template <class Take>
int take(pthread_rwlock_t* l, LockMode mode, Take&& take) {
  const Turn turn;
  if (turn) turn.await(taking(l), wait_for(l, mode));
  return take();
}
template <class Take, class Timed>
int take_until(pthread_rwlock_t* l, LockMode mode, clockid_t clock, const timespec* until,
               Take&& take, Timed&& timed) {
  const Turn turn;
  if (!turn) return timed();
  const int error = await_until(turn, taking(l), wait_for(l, mode), clock, *until);
  return error != 0 ? error : take();
}
template <class Try>
int try_to_take(pthread_rwlock_t* l, Try&& attempt) {
  const Turn turn;
  if (turn) turn.look(taking(l), l->__data.__readers);
  const int result = attempt();
  if (turn && result == 0) turn.seat().spins.did_something();
  return result;
}

int controlled_pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  return take(l, LockMode::shared, [&] { return behind_pthread_rwlock_rdlock(l); });
}
int controlled_pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  return try_to_take(l, [&] { return behind_pthread_rwlock_tryrdlock(l); });
}
int controlled_pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* until) {
  return take_until(
      l, LockMode::shared, CLOCK_REALTIME, until, [&] { return behind_pthread_rwlock_rdlock(l); },
      [&] { return behind_pthread_rwlock_timedrdlock(l, until); });
}
int controlled_pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock,
                                          const timespec* until) {
  return take_until(
      l, LockMode::shared, clock, until, [&] { return behind_pthread_rwlock_rdlock(l); },
      [&] { return behind_pthread_rwlock_clockrdlock(l, clock, until); });
}
int controlled_pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  return take(l, LockMode::exclusive, [&] { return behind_pthread_rwlock_wrlock(l); });
}
int controlled_pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  return try_to_take(l, [&] { return behind_pthread_rwlock_trywrlock(l); });
}
int controlled_pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* until) {
  return take_until(
      l, LockMode::exclusive, CLOCK_REALTIME, until,
      [&] { return behind_pthread_rwlock_wrlock(l); },
      [&] { return behind_pthread_rwlock_timedwrlock(l, until); });
}
int controlled_pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock,
                                          const timespec* until) {
  return take_until(
      l, LockMode::exclusive, clock, until, [&] { return behind_pthread_rwlock_wrlock(l); },
      [&] { return behind_pthread_rwlock_clockwrlock(l, clock, until); });
}
int controlled_pthread_rwlock_unlock(pthread_rwlock_t* l) {
  if (const Turn turn; turn) turn.pass(giving(l, is_shared_by_processes(l)));
  return behind_pthread_rwlock_unlock(l);
}
STEWARD_STANDS_IN(pthread_rwlock_rdlock);
STEWARD_STANDS_IN(pthread_rwlock_tryrdlock);
STEWARD_STANDS_IN(pthread_rwlock_timedrdlock);
STEWARD_STANDS_IN(pthread_rwlock_clockrdlock);
STEWARD_STANDS_IN(pthread_rwlock_wrlock);
STEWARD_STANDS_IN(pthread_rwlock_trywrlock);
STEWARD_STANDS_IN(pthread_rwlock_timedwrlock);
STEWARD_STANDS_IN(pthread_rwlock_clockwrlock);
STEWARD_STANDS_IN(pthread_rwlock_unlock);

}  // namespace
