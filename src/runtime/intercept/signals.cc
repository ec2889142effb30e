// Handlers of signals, and waiting for signals.
//
// Who sends a signal is ordered before who gets it.
#include "runtime/control/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "runtime/control/events.h"
#include "runtime/intercept/files_channels.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(sigaction);
STEWARD_REAL(kill);
STEWARD_REAL(raise);
STEWARD_REAL(pthread_kill);
STEWARD_REAL(sigqueue);
STEWARD_REAL(pthread_sigqueue);
STEWARD_REAL(sigwait);
STEWARD_REAL(sigwaitinfo);
STEWARD_REAL(sigtimedwait);

void sending(int signal, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return;
  scope.send(message_of_signal(signal));
  scope.send(message_of(Descriptors::kSignals));
}
void got(int signal, std::uint64_t counter) {
  if (const Scope scope(counter); scope) scope.receive(message_of_signal(signal));
}

// For as long as it lives the thread sends itself a signal.
class Raising {
 public:
  Raising(bool to_itself, int signal)
      : t_(current_thread), before_(t_ != nullptr ? t_->raising : 0) {
    if (t_ != nullptr && to_itself) t_->raising = signal;
  }
  ~Raising() {
    if (t_ != nullptr) t_->raising = before_;
  }
  Raising(const Raising&) = delete;
  Raising& operator=(const Raising&) = delete;

 private:
  ThreadState* const t_;
  const int before_;
};

sighandler_t set_handler(int signal, sighandler_t handler, int flags) {
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  if ((flags & SA_NODEFER) == 0) sigaddset(&action.sa_mask, signal);
  return sigaction(signal, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

}  // namespace

STEWARD_INTERPOSED int sigaction(int signal, const struct sigaction* action,
                                 struct sigaction* before) {
  if (runtime() == nullptr || signal <= 0 || signal >= kSignals)
    return real_sigaction(signal, action, before);
  const WantedAction old = wanted_actions[signal].load();
  struct sigaction ours = {};
  if (action != nullptr) {
    ours = *action;
    // The handler runs after whoever has set it up, whoever sends the signal.
    sending(signal, STEWARD_CALLER);
    const WantedAction wanted(*action);
    wanted_actions[signal].store(wanted);
    if (wanted.is_handler()) {
      ours.sa_sigaction = signal_arrived;
      // Once means: once delivered to the program, not to us.
      ours.sa_flags = (ours.sa_flags | SA_SIGINFO) & ~static_cast<int>(SA_RESETHAND);
    }
  }
  struct sigaction found = {};
  const int result = real_sigaction(signal, action == nullptr ? nullptr : &ours, &found);
  if (result != 0) {
    wanted_actions[signal].store(old);
    return result;
  }
  if (found.sa_sigaction == signal_arrived) old.put_into(found);
  if (before != nullptr) *before = found;
  return 0;
}
STEWARD_INTERPOSED sighandler_t signal(int signal, sighandler_t handler) {
  return set_handler(signal, handler, SA_RESTART);
}
STEWARD_INTERPOSED sighandler_t bsd_signal(int signal, sighandler_t handler) {
  return set_handler(signal, handler, SA_RESTART);
}
STEWARD_INTERPOSED sighandler_t sysv_signal(int signal, sighandler_t handler) {
  return set_handler(signal, handler, static_cast<int>(SA_RESETHAND) | SA_NODEFER);
}
STEWARD_INTERPOSED sighandler_t __sysv_signal(int signal, sighandler_t handler) {
  return set_handler(signal, handler, static_cast<int>(SA_RESETHAND) | SA_NODEFER);
}

STEWARD_INTERPOSED int kill(pid_t process, int signal) {
  sending(signal, STEWARD_CALLER);
  return real_kill(process, signal);
}
STEWARD_INTERPOSED int raise(int signal) {
  sending(signal, STEWARD_CALLER);
  const Raising raising(true, signal);
  return real_raise(signal);
}
STEWARD_INTERPOSED int pthread_kill(pthread_t thread, int signal) {
  sending(signal, STEWARD_CALLER);
  const Raising raising(thread == pthread_self(), signal);
  return real_pthread_kill(thread, signal);
}
STEWARD_INTERPOSED int sigqueue(pid_t process, int signal, const union sigval value) {
  sending(signal, STEWARD_CALLER);
  return real_sigqueue(process, signal, value);
}
STEWARD_INTERPOSED int pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
  sending(signal, STEWARD_CALLER);
  const Raising raising(thread == pthread_self(), signal);
  return real_pthread_sigqueue(thread, signal, value);
}

STEWARD_INTERPOSED int sigwait(const sigset_t* set, int* signal) {
  const int result = real_sigwait(set, signal);
  if (result == 0) got(*signal, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  const int signal = real_sigwaitinfo(set, info);
  if (signal > 0) got(signal, STEWARD_CALLER);
  return signal;
}
STEWARD_INTERPOSED int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* limit) {
  const int signal = real_sigtimedwait(set, info, limit);
  if (signal > 0) got(signal, STEWARD_CALLER);
  return signal;
}

STEWARD_SECOND_NAME(signal);
