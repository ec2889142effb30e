// Threads that may be cancelled at any instruction: not inside the runtime, which would never give
// back what it holds.
#include <pthread.h>

#include "runtime/control/events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_setcanceltype);

}  // namespace

namespace steward {

void hold_cancellation() { real_pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr); }
void allow_cancellation() { real_pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr); }

}  // namespace steward

STEWARD_INTERPOSED int pthread_setcanceltype(int type, int* before) {
  if (const Scope scope(STEWARD_CALLER); scope && before != nullptr)
    scope.write(before, sizeof *before);
  ThreadState* const t = current_thread;
  const bool anywhere = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  // Said before it is so, and taken back when it is over.
  if (t != nullptr && anywhere) t->cancelled_anywhere = true;
  const int result = real_pthread_setcanceltype(type, before);
  if (t != nullptr && !anywhere && result == 0) t->cancelled_anywhere = false;
  return result;
}
