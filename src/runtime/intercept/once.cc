// What is to be done once: its end happens before the return of every call that asks for it.
#include <pthread.h>
#include <threads.h>

#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"
#include "runtime/platform/unwind.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_once);
STEWARD_REAL(call_once);

constexpr char kOnce[] = "once";

// libc calls a function without arguments: what it is to do is left here for it by its own thread.
struct Task {
  const void* once;
  void (*routine)();
  std::uint64_t counter;
};
[[gnu::tls_model("initial-exec")]] thread_local constinit Task next_task = {};

// All attempts are ordered one after the other, also those that throw.
void perform() {
  Task task = next_task;
  object_awaited(task.once, kOnce, task.counter);
  steward_perform_then(
      task.routine,
      [](void* done) {
        const auto& ended = *static_cast<const Task*>(done);
        object_signalled(ended.once, kOnce, ended.counter);
      },
      &task);
}

}  // namespace

STEWARD_INTERPOSED int pthread_once(pthread_once_t* once, void (*routine)()) {
  next_task = {once, routine, STEWARD_CALLER};
  const int result = real_pthread_once(once, perform);
  if (result == 0) object_awaited(once, kOnce, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED void call_once(once_flag* once, void (*routine)()) {
  next_task = {once, routine, STEWARD_CALLER};
  real_call_once(once, perform);
  object_awaited(once, kOnce, STEWARD_CALLER);
}
