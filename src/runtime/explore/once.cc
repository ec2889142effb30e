// What is to be done once: whoever comes while another is at it waits here.
#include <pthread.h>
#include <threads.h>

#include "runtime/explore/stand_in.h"
#include "runtime/platform/unwind.h"
#include "runtime/state/runtime.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_once);
STEWARD_BEHIND(call_once);

// What somebody is at now. libc's own record of it tells the same, but differs between versions.
struct AtWork {
  const void* once;
  AtWork* next;
};
constinit AtWork* first_at_work = nullptr;

bool nobody_is_at(const Wait& wait) {
  for (const AtWork* at = first_at_work; at != nullptr; at = at->next)
    if (at->once == wait.object) return false;
  return true;
}

// libc calls a function without arguments.
struct Task {
  void (*routine)();
  AtWork* entry;
};
[[gnu::tls_model("initial-exec")]] thread_local constinit Task next_task = {};

void perform() {
  Task task = next_task;
  task.entry->next = first_at_work;
  first_at_work = task.entry;
  steward_perform_then(
      task.routine,
      [](void* entry) {
        AtWork** at = &first_at_work;
        while (*at != entry) at = &(*at)->next;
        *at = (*at)->next;
      },
      task.entry);
}

template <class Once>
void do_once(const void* once, void (*routine)(), Once&& call) {
  const Turn turn;
  if (!turn) return call(routine);
  Wait wait;
  wait.over = nobody_is_at;
  wait.object = once;
  wait.what = "another thread to do once what is to be done";
  turn.await(operation_on(OperationKind::acquire, once), wait);
  AtWork entry{once, nullptr};
  next_task = {routine, &entry};
  call(perform);
}

int controlled_pthread_once(pthread_once_t* once, void (*routine)()) {
  int result = 0;
  do_once(once, routine, [&](void (*r)()) { result = behind_pthread_once(once, r); });
  return result;
}
void controlled_call_once(once_flag* once, void (*routine)()) {
  do_once(once, routine, [&](void (*r)()) { behind_call_once(once, r); });
}
STEWARD_STANDS_IN(pthread_once);
STEWARD_STANDS_IN(call_once);

}  // namespace
