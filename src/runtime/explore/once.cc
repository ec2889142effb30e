// What is to be done once: whoever comes while another is at it waits here.
#include <pthread.h>
#include <threads.h>

#include "runtime/explore/stand_in.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_once);
STEWARD_BEHIND(call_once);

// As libc keeps it.
constexpr int kInProgress = 1;
bool nobody_is_at(const Wait& wait) {
  return (*static_cast<const volatile int*>(wait.object) & kInProgress) == 0;
}

void await_others(const void* once) {
  const Turn turn;
  if (!turn) return;
  Wait wait;
  wait.over = nobody_is_at;
  wait.object = once;
  wait.what = "another thread to do once what is to be done";
  turn.await(operation_on(OperationKind::acquire, once), wait);
}

int controlled_pthread_once(pthread_once_t* once, void (*routine)()) {
  await_others(once);
  return behind_pthread_once(once, routine);
}
void controlled_call_once(once_flag* once, void (*routine)()) {
  await_others(once);
  behind_call_once(once, routine);
}
STEWARD_STANDS_IN(pthread_once);
STEWARD_STANDS_IN(call_once);

}  // namespace
