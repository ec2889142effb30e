// Threads that end others: whoever waits at a point where it may be cancelled waits no more.
#include <pthread.h>

#include "runtime/control/events.h"
#include "runtime/explore/stand_in.h"
#include "runtime/intercept/memory_family.h"

using namespace steward;

STEWARD_FAMILY(void, pthread_testcancel, ()) {
  // A thread may do nothing else until it is cancelled.
  if (const Turn turn; turn) {
    turn.seat().thread->counter = STEWARD_CALLER;
    turn.look(operation_on(OperationKind::turn, nullptr, 0), 0);
  }
  real_pthread_testcancel();
}
STEWARD_FAMILY(int, pthread_cancel, (pthread_t handle)) {
  const Turn turn;
  if (!turn) return real_pthread_cancel(handle);
  turn.seat().thread->counter = STEWARD_CALLER;
  turn.pass(operation_on(OperationKind::signal, nullptr, 0));
  const auto thread = runtime()->threads.find(handle);
  Seat* const seat = thread ? turn.control().find(*thread) : nullptr;
  const int result = real_pthread_cancel(handle);
  if (seat != nullptr && result == 0) seat->cancelled = true;
  return result;
}
