#include "runtime/control/signals.h"

#include <cerrno>
#include <cstring>

#include "runtime/control/endings.h"
#include "runtime/control/events.h"
#include "runtime/control/regions.h"
#include "runtime/platform/raw.h"
#include "runtime/turns/turns.h"

namespace steward {

constinit std::atomic<WantedAction> wanted_actions[kSignals] = {};
constinit std::atomic<std::uint32_t> signals_arrived = 0;

WantedAction::WantedAction(const struct sigaction& action)
    : word_(reinterpret_cast<std::uint64_t>(action.sa_sigaction) |
            ((action.sa_flags & SA_SIGINFO) != 0 ? kWithInfo : 0) |
            ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0 ? kOnce : 0)) {}

bool WantedAction::is_handler() const {
  const auto handler = reinterpret_cast<sighandler_t>(entry());
  return handler != SIG_DFL && handler != SIG_IGN;
}
void WantedAction::run(int signal, siginfo_t* info, void* context) const {
  const std::uint64_t handler = entry();
  if ((word_ & kWithInfo) != 0)
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(handler)(signal, info, context);
  else reinterpret_cast<sighandler_t>(handler)(signal);
}
void WantedAction::put_into(struct sigaction& action) const {
  action.sa_sigaction = reinterpret_cast<void (*)(int, siginfo_t*, void*)>(entry());
  if ((word_ & kWithInfo) == 0) action.sa_flags &= ~SA_SIGINFO;
  if (once()) action.sa_flags |= static_cast<int>(SA_RESETHAND);
}

namespace {

constexpr std::uint64_t bit(int signal) { return std::uint64_t{1} << (signal - 1); }
// These come from what the thread does just now.
constexpr std::uint64_t kSynchronous = bit(SIGSEGV) | bit(SIGBUS) | bit(SIGFPE) | bit(SIGILL) |
                                       bit(SIGTRAP) | bit(SIGABRT) | bit(SIGSYS);

void tell_spoilt_errno(int signal, std::uint64_t handler) {
  // A byte into the handler: stacks are made of return addresses.
  const Scope scope(handler + 1);
  if (!scope) return;
  const ThreadState& t = scope.thread();
  Reporter& reporter = scope.state().reporter;
  static constexpr char kKind[] = "errno-in-signal";
  if (!reporter.is_news(kKind, scope.counter(), ChainId())) return;
  Remark remark = reporter.remark(kKind, "errno-in-signal-handler");
  remark.message << "errno is not what it was before: whoever was interrupted may look at it.";
  remark.about(t.id);
  remark.stack(Words(scope.state().heap)
                   << "Signal " << static_cast<std::uint64_t>(signal) << " handler invoked at:",
               scope.counter(), t.calls.context());
  reporter.tell(remark);
}

// The thread's calls while a handler runs on a stack of its own: compared by where their frames
// are, they would all seem to be over.
class AnotherStack {
 public:
  explicit AnotherStack(ThreadState& t) : t_(t), aside_(runtime()->heap) {
    if (t.stack.contains(Address(t.handler.frame))) return;
    const Busy busy(t_);
    aside_ = t_.calls.take();
    taken_ = true;
  }
  ~AnotherStack() {
    const Busy busy(t_);
    if (taken_) t_.calls.put(std::move(aside_));
  }
  AnotherStack(const AnotherStack&) = delete;
  AnotherStack& operator=(const AnotherStack&) = delete;

 private:
  ThreadState& t_;
  CallArray aside_;
  bool taken_ = false;
};

// What the interrupted code wanted to be ignored was its own doings.
class NothingIgnored {
 public:
  explicit NothingIgnored(ThreadState& t)
      : t_(t),
        outside_(&t),
        accesses_(t.ignore_accesses),
        synchronization_(t.ignore_synchronization),
        atomics_(t.ignore_atomics) {
    t_.ignore_accesses = 0;
    t_.ignore_synchronization = 0;
    t_.ignore_atomics = 0;
  }
  ~NothingIgnored() {
    t_.ignore_accesses = accesses_;
    t_.ignore_synchronization = synchronization_;
    t_.ignore_atomics = atomics_;
  }
  NothingIgnored(const NothingIgnored&) = delete;
  NothingIgnored& operator=(const NothingIgnored&) = delete;

 private:
  ThreadState& t_;
  const OutsideRegions outside_;
  const decltype(ThreadState::ignore_accesses) accesses_;
  const decltype(ThreadState::ignore_synchronization) synchronization_;
  const decltype(ThreadState::ignore_atomics) atomics_;
};

// The part of a set of signals that the kernel knows.
std::uint64_t& kernel_mask(void* context) {
  return reinterpret_cast<std::uint64_t&>(static_cast<ucontext_t*>(context)->uc_sigmask);
}

void send_to_caller(siginfo_t& info) {
  raw::call(SYS_rt_tgsigqueueinfo, raw::process(), raw::call(SYS_gettid), info.si_signo,
            reinterpret_cast<long>(&info));
}

// No further one comes until this one has been delivered, so that one place to keep it is enough;
// but several may have come at the same moment, the first of them last. `mask`: what is blocked
// from now on.
void keep(ThreadState& t, siginfo_t info, std::uint64_t& mask) {
  t.deferred.mask = mask;
  mask |= ~kSynchronous;
  if (t.deferred.waiting) {
    send_to_caller(info);
  } else {
    t.deferred.info = info;
    t.deferred.waiting = true;
  }
  ++signals_arrived;
}

}  // namespace

void signal_arrived(int signal, siginfo_t* info, void* context) {
  if (signal == SIGABRT && is_aborting()) end_by_signal();
  ThreadState* const t = current_thread;
  if (t != nullptr && t->busy != 0 && (bit(signal) & kSynchronous) == 0) {
    keep(*t, *info, kernel_mask(context));
    return;
  }
  const WantedAction wanted = wanted_actions[signal].load(std::memory_order_relaxed);
  ++signals_arrived;
  if (!wanted.is_handler()) return;  // changed since it was sent
  if (wanted.once()) {
    struct sigaction back = {};
    sigaction(signal, &back, nullptr);
  }
  const bool was_away = t != nullptr && interrupt_call(*t);
  if (const Scope scope(0); scope) scope.receive(message_of_signal(signal));
  if (t == nullptr) return wanted.run(signal, info, context);
  const bool caused = (bit(signal) & kSynchronous) != 0 || t->raising == signal;
  const HandlerAtWork outer = t->handler;
  t->handler = {reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)), caused};
  const int before = errno;
  {
    const CallStack::Interruption interruption(t->calls);
    const AnotherStack stack(*t);
    const NothingIgnored all(*t);
    wanted.run(signal, info, context);
  }
  const int after = errno;
  t->handler = outer;
  // Who is asked to end may well do so from here.
  if (before != after && !caused && signal != SIGTERM) tell_spoilt_errno(signal, wanted.entry());
  if (was_away) resume_call(*t);
  errno = after;
}

bool is_interrupted(const ThreadState& t) {
  if (t.handler.frame == 0 || t.handler.expected) return false;
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  return here < t.handler.frame &&
         t.stack.contains(Address(here)) == t.stack.contains(Address(t.handler.frame));
}

void tell_unsafe_call(const Scope& scope, const char* function) {
  const ThreadState& t = scope.thread();
  Reporter& reporter = scope.state().reporter;
  static constexpr char kKind[] = "signal-unsafe";
  if (!reporter.is_news(kKind, scope.counter(), t.calls.context())) return;
  Remark remark = reporter.remark(kKind, "signal-unsafe-call");
  remark.message << "A handler must not call " << function << ": it may have interrupted it.";
  remark.about(t.id);
  remark.stack(Words(scope.state().heap) << "Called by " << t.id << ":", scope.counter(),
               t.calls.context());
  reporter.tell(remark);
}

void deliver_deferred(ThreadState& t) {
  siginfo_t info = t.deferred.info;
  const std::uint64_t mask = t.deferred.mask;
  t.deferred.waiting = false;
  send_to_caller(info);
  raw::call(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&mask), 0, sizeof mask);
}

}  // namespace steward
