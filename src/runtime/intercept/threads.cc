// Threads: made, joined, detached.
#include <csignal>
#include <optional>
#include <pthread.h>
#include <sched.h>

#include "runtime/control/events.h"
#include "runtime/control/guarding.h"
#include "runtime/platform/quiet_attributes.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"
#include "runtime/platform/signal_mask.h"
#include "runtime/turns/turns.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_create);
STEWARD_REAL(pthread_detach);
STEWARD_REAL(pthread_join);
STEWARD_REAL(pthread_tryjoin_np);
STEWARD_REAL(pthread_timedjoin_np);
STEWARD_REAL(pthread_clockjoin_np);

struct Start {
  void* (*routine)(void*);
  void* argument;
  ThreadState* thread;
  SignalMask signals;  // which the program wants to be blocked in it
  std::atomic<std::uint32_t> begun = 0;
};

void* begin(void* start_pointer) {
  auto* start = static_cast<Start*>(start_pointer);
  const auto routine = start->routine;
  void* const argument = start->argument;
  const SignalMask signals = start->signals;
  begin_thread(*runtime(), *start->thread);
  std::atomic<std::uint32_t>& begun = start->begun;
  // After this store `start`, on its creator's stack, may be gone; its address can still be woken.
  begun.store(1, std::memory_order_release);
  raw::wake_all(begun);
  await_first_turn(*current_thread);
  // Until now a handler would have run in a thread that nobody knew.
  set_signal_mask(signals);
  return run_routine(routine, argument);
}

// The signals that a thread with these attributes is to have blocked, made by `creator`, who had
// blocked `before`.
SignalMask wanted_mask(const pthread_attr_t* attributes, const ThreadState& creator,
                       SignalMask before) {
  sigset_t set;
  if (attributes != nullptr && pthread_attr_getsigmask_np(attributes, &set) == 0)
    return reinterpret_cast<const SignalMask&>(set);
  // While a signal waits, everything is blocked.
  return creator.deferred.waiting ? creator.deferred.mask : before;
}

// A join at work. Whom it joins is known before: afterwards the handle may be another thread's.
class Joining {
 public:
  Joining(pthread_t handle, std::uint64_t counter) : handle_(handle), counter_(counter) {
    if (const Scope scope(counter); scope) thread_ = scope.state().threads.find(handle);
  }
  int ended(int result) const {
    if (result != 0 || !thread_) return result;
    if (const Scope scope(counter_); scope)
      join_thread(scope.state(), scope.thread(), handle_, *thread_);
    return result;
  }

 private:
  const pthread_t handle_;
  const std::uint64_t counter_;
  std::optional<ThreadId> thread_;
};

}  // namespace

namespace {

int create(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*),
           void* argument, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return real_pthread_create(handle, attributes, routine, argument);
  ThreadState& t = fork_thread(scope.state(), scope.thread(), scope.counter());
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  t.joinable = detached == PTHREAD_CREATE_JOINABLE;
  const SignalsBlocked blocked;
  Start start{routine, argument, &t, wanted_mask(attributes, scope.thread(), blocked.before())};
  const QuietAttributes quiet(attributes);
  expect_thread(t, counter);
  const int result = real_pthread_create(handle, quiet.get(), begin, &start);
  if (result != 0) {
    expect_no_more(t);
    discard_thread(scope.state(), t);
    return result;
  }
  // Whoever gets the handle may join it at once: by then the thread must be known by it.
  while (start.begun.load(std::memory_order_acquire) == 0) raw::wait(start.begun, 0, 1000);
  return 0;
}

}  // namespace

STEWARD_INTERPOSED int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                      void* (*routine)(void*), void* argument) {
  before_creation(STEWARD_CALLER);
  const int result = create(handle, attributes, routine, argument, STEWARD_CALLER);
  if (result == 0) after_creation(STEWARD_CALLER);
  return result;
}

// Said before: afterwards the handle may be another thread's.
STEWARD_INTERPOSED int pthread_detach(pthread_t handle) {
  if (const Scope scope(0); scope) scope.state().threads.detached(handle);
  return real_pthread_detach(handle);
}

STEWARD_INTERPOSED int pthread_join(pthread_t handle, void** value) {
  const Joining joining(handle, STEWARD_CALLER);
  return joining.ended(real_pthread_join(handle, value));
}
STEWARD_INTERPOSED int pthread_tryjoin_np(pthread_t handle, void** value) {
  const Joining joining(handle, STEWARD_CALLER);
  return joining.ended(real_pthread_tryjoin_np(handle, value));
}
STEWARD_INTERPOSED int pthread_timedjoin_np(pthread_t handle, void** value, const timespec* until) {
  const Joining joining(handle, STEWARD_CALLER);
  return joining.ended(real_pthread_timedjoin_np(handle, value, until));
}
STEWARD_INTERPOSED int pthread_clockjoin_np(pthread_t handle, void** value, clockid_t clock,
                                            const timespec* until) {
  const Joining joining(handle, STEWARD_CALLER);
  return joining.ended(real_pthread_clockjoin_np(handle, value, clock, until));
}
