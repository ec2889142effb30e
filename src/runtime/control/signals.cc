#include "runtime/control/signals.h"

#include <cstring>

#include "runtime/control/events.h"
#include "runtime/platform/raw.h"

namespace steward {

constinit std::atomic<WantedAction> wanted_actions[kSignals] = {};

WantedAction::WantedAction(const struct sigaction& action)
    : word_(reinterpret_cast<std::uint64_t>(action.sa_sigaction) |
            ((action.sa_flags & SA_SIGINFO) != 0 ? kWithInfo : 0) |
            ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0 ? kOnce : 0)) {}

bool WantedAction::is_handler() const {
  const auto handler = reinterpret_cast<sighandler_t>(word_ & ~(kWithInfo | kOnce));
  return handler != SIG_DFL && handler != SIG_IGN;
}
void WantedAction::run(int signal, siginfo_t* info, void* context) const {
  const std::uint64_t handler = word_ & ~(kWithInfo | kOnce);
  if ((word_ & kWithInfo) != 0)
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(handler)(signal, info, context);
  else reinterpret_cast<sighandler_t>(handler)(signal);
}
void WantedAction::put_into(struct sigaction& action) const {
  action.sa_sigaction =
      reinterpret_cast<void (*)(int, siginfo_t*, void*)>(word_ & ~(kWithInfo | kOnce));
  if ((word_ & kWithInfo) == 0) action.sa_flags &= ~SA_SIGINFO;
  if (once()) action.sa_flags |= static_cast<int>(SA_RESETHAND);
}

namespace {

constexpr std::uint64_t bit(int signal) { return std::uint64_t{1} << (signal - 1); }
// These come from what the thread does just now.
constexpr std::uint64_t kSynchronous = bit(SIGSEGV) | bit(SIGBUS) | bit(SIGFPE) | bit(SIGILL) |
                                       bit(SIGTRAP) | bit(SIGABRT) | bit(SIGSYS);

// The part of a set of signals that the kernel knows.
std::uint64_t& kernel_mask(void* context) {
  return reinterpret_cast<std::uint64_t&>(static_cast<ucontext_t*>(context)->uc_sigmask);
}

}  // namespace

void signal_arrived(int signal, siginfo_t* info, void* context) {
  ThreadState* const t = current_thread;
  if (t != nullptr && t->busy != 0 && (bit(signal) & kSynchronous) == 0) {
    // No further one comes until this one has been delivered: one place to keep it is enough.
    t->deferred.info = *info;
    t->deferred.mask = kernel_mask(context);
    t->deferred.waiting = true;
    kernel_mask(context) |= ~kSynchronous;
    return;
  }
  const WantedAction wanted = wanted_actions[signal].load(std::memory_order_relaxed);
  if (!wanted.is_handler()) return;  // changed since it was sent
  if (wanted.once()) {
    struct sigaction back = {};
    sigaction(signal, &back, nullptr);
  }
  if (const Scope scope(0); scope) scope.receive(message_of_signal(signal));
  wanted.run(signal, info, context);
}

void deliver_deferred(ThreadState& t) {
  siginfo_t info = t.deferred.info;
  const std::uint64_t mask = t.deferred.mask;
  t.deferred.waiting = false;
  raw::call(SYS_rt_tgsigqueueinfo, raw::process(), raw::call(SYS_gettid), info.si_signo,
            reinterpret_cast<long>(&info));
  raw::call(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&mask), 0, sizeof mask);
}

}  // namespace steward
