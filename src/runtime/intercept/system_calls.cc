// System calls by number.
//
// A futex only puts to sleep and wakes: what orders threads is the atomic variable that it goes by.
// So most just pass. Those that do what an interposed function does mean the same as it.
#include <linux/sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/control/events.h"
#include "runtime/control/forks.h"
#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

void send_signal(int signal, Touch touch) {
  if (const Scope scope(touch.counter()); scope) scope.send(message_of_signal(signal));
}

// What is to be known before the call.
void before(long number, const long a[6], Touch touch) {
  const auto file = static_cast<int>(a[0]);
  switch (number) {
    case SYS_write:
      touch.read(reinterpret_cast<const void*>(a[1]), static_cast<std::size_t>(a[2]));
      return sending(file, touch);
    case SYS_close: return closing(file, touch);
    case SYS_kill:
    case SYS_tkill: return send_signal(static_cast<int>(a[1]), touch);
    case SYS_tgkill: return send_signal(static_cast<int>(a[2]), touch);
    case SYS_exit_group: _exit(static_cast<int>(a[0]));
    default: return;
  }
}

// Whether it makes a process with memory of its own.
bool is_fork(long number, const long a[6]) {
  switch (number) {
    case SYS_fork:
    case SYS_vfork: return true;
    case SYS_clone: return (a[0] & CLONE_VM) == 0;
    case SYS_clone3: return (reinterpret_cast<const clone_args*>(a[0])->flags & CLONE_VM) == 0;
    default: return false;
  }
}

}  // namespace

STEWARD_FAMILY(long, syscall, (long number, ...)) {
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (long& argument : a) argument = va_arg(rest, long);
  va_end(rest);
  if (is_fork(number, a)) {
    // A child that shares memory with its parent cannot be told from it.
    if (number == SYS_vfork) number = SYS_fork;
    return forked([&] { return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]); });
  }
  // A thread may wait here.
  if (ThreadState* const t = current_thread; t != nullptr && t->busy == 0)
    t->counter = STEWARD_CALLER;
  before(number, a, STEWARD_TOUCH);
  if (number != SYS_read) return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  const ChannelUse use(static_cast<int>(a[0]), STEWARD_TOUCH);
  const long size = real_syscall(number, a[0], a[1], a[2]);
  if (size >= 0) {
    use.receive();
    STEWARD_TOUCH.wrote(reinterpret_cast<const void*>(a[1]), static_cast<std::size_t>(size));
  }
  return size;
}
