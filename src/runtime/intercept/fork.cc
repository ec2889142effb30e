// fork and vfork.
//
// libc forks in more places than fork() (daemon, forkpty), and the program's own fork handlers may
// be instrumented. Handlers that are registered first run last before the fork, and first in the
// child: ours are, when the library is loaded.
#include <pthread.h>
#include <unistd.h>

#include "runtime/control/forks.h"
#include "runtime/platform/real.h"

namespace {

[[gnu::constructor(102)]] void stand_by() {
  pthread_atfork(steward::before_fork, steward::after_fork_in_parent, steward::after_fork_in_child);
}

}  // namespace

// A child that shares memory with its parent cannot be told from it.
STEWARD_INTERPOSED pid_t vfork() { return fork(); }
