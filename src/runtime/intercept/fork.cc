// fork and vfork, and clone where it makes a process.
//
// libc forks in more places than fork() (daemon, forkpty), and the program's own fork handlers may
// be instrumented. Handlers that are registered first run last before the fork, and first in the
// child: ours are, when the library is loaded.
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

#include "runtime/control/forks.h"
#include "runtime/intercept/memory_family.h"

namespace {

struct CloneStart {
  int (*function)(void*);
  void* argument;
};
int start_child(void* start) {
  steward::after_fork_in_child();
  const CloneStart& child = *static_cast<const CloneStart*>(start);
  return child.function(child.argument);
}

[[gnu::constructor(102)]] void stand_by() {
  pthread_atfork(steward::before_fork, steward::after_fork_in_parent, steward::after_fork_in_child);
}

}  // namespace

// A child that shares memory with its parent cannot be told from it.
STEWARD_INTERPOSED pid_t vfork() { return fork(); }
STEWARD_FAMILY(pid_t, _Fork, ()) {
  return steward::forked([] { return real__Fork(); });
}

STEWARD_FAMILY(int, clone, (int (*function)(void*), void* stack, int flags, void* argument, ...)) {
  va_list rest;
  va_start(rest, argument);
  auto* const parent = va_arg(rest, void*);
  auto* const storage = va_arg(rest, void*);
  auto* const child = va_arg(rest, void*);
  va_end(rest);
  if ((flags & CLONE_VM) != 0)
    return real_clone(function, stack, flags, argument, parent, storage, child);
  CloneStart start{function, argument};
  return steward::forked(
      [&] { return real_clone(start_child, stack, flags, &start, parent, storage, child); });
}

STEWARD_SECOND_NAME(vfork);
