// Waiting for the end of threads.
#include <errno.h>
#include <pthread.h>

#include "runtime/explore/dead_ends.h"
#include "runtime/explore/deadlines.h"
#include "runtime/state/runtime.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_join);
STEWARD_BEHIND(pthread_tryjoin_np);
STEWARD_BEHIND(pthread_timedjoin_np);
STEWARD_BEHIND(pthread_clockjoin_np);

bool has_ended(const Wait& wait) {
  return wait.value == 0 ||
         the_controller->has_ended(ThreadId(static_cast<std::uint32_t>(wait.value - 1)));
}

Wait wait_for(pthread_t handle) {
  Wait wait;
  const auto thread = runtime()->threads.find(handle);
  wait.over = has_ended;
  wait.value = thread ? std::uint64_t{thread->value()} + 1 : 0;
  wait.cancellable = true;
  wait.of_thread = true;
  wait.what = thread ? "the end of" : "the end of another thread";
  return wait;
}
Operation joining() { return operation_on(OperationKind::join, nullptr, 0); }

// Whether that one waits for the end of this one, which libc refuses.
bool waits_for(const Wait& other, ThreadId me) {
  const Seat* const seat =
      other.value == 0
          ? nullptr
          : the_controller->find(ThreadId(static_cast<std::uint32_t>(other.value - 1)));
  return seat != nullptr && seat->wait != nullptr && seat->wait->over == has_ended &&
         seat->wait->value == std::uint64_t{me.value()} + 1;
}

int controlled_pthread_join(pthread_t handle, void** value) {
  const Turn turn;
  if (!turn) return behind_pthread_join(handle, value);
  const Wait wait = wait_for(handle);
  if (handle == pthread_self() || waits_for(wait, turn.seat().id)) {
    tell_refused_join(*runtime(), turn.seat());
    return EDEADLK;
  }
  turn.await_or_end(joining(), wait);
  return behind_pthread_join(handle, value);
}
int controlled_pthread_tryjoin_np(pthread_t handle, void** value) {
  const Turn turn;
  if (!turn) return behind_pthread_tryjoin_np(handle, value);
  const Wait wait = wait_for(handle);
  turn.look(joining(), handle);
  return has_ended(wait) ? behind_pthread_join(handle, value) : EBUSY;
}
int controlled_pthread_clockjoin_np(pthread_t handle, void** value, clockid_t clock,
                                    const timespec* until) {
  const Turn turn;
  if (!turn || handle == pthread_self() || until == nullptr)
    return until == nullptr ? controlled_pthread_join(handle, value)
                            : behind_pthread_clockjoin_np(handle, value, clock, until);
  const Wait wait = wait_for(handle);
  if (waits_for(wait, turn.seat().id)) return EDEADLK;
  const int error = await_until(turn, joining(), wait, clock, *until);
  return error != 0 ? error : behind_pthread_join(handle, value);
}
int controlled_pthread_timedjoin_np(pthread_t handle, void** value, const timespec* until) {
  if (!controlled_seat()) return behind_pthread_timedjoin_np(handle, value, until);
  return controlled_pthread_clockjoin_np(handle, value, CLOCK_REALTIME, until);
}
STEWARD_STANDS_IN(pthread_join);
STEWARD_STANDS_IN(pthread_tryjoin_np);
STEWARD_STANDS_IN(pthread_clockjoin_np);
STEWARD_STANDS_IN(pthread_timedjoin_np);

}  // namespace
