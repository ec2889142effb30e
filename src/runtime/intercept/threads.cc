// Threads: made, joined, detached.
#include <pthread.h>
#include <sched.h>

#include "runtime/control/events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"

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
  std::atomic<std::uint32_t> begun = 0;
};

void* begin(void* start_pointer) {
  auto* start = static_cast<Start*>(start_pointer);
  const auto routine = start->routine;
  void* const argument = start->argument;
  begin_thread(*runtime(), *start->thread);
  // From here on `start`, on its creator's stack, may be gone.
  start->begun.store(1, std::memory_order_release);
  raw::wake_all(start->begun);
  return routine(argument);
}

// Whom a join that succeeded has joined.
int after_join(int result, pthread_t handle, std::uint64_t counter) {
  if (result != 0) return result;
  if (const Scope scope(counter); scope) join_thread(scope.state(), scope.thread(), handle);
  return result;
}

}  // namespace

STEWARD_INTERPOSED int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                      void* (*routine)(void*), void* argument) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return real_pthread_create(handle, attributes, routine, argument);
  ThreadState& t = fork_thread(scope.state(), scope.thread(), scope.counter());
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  t.joinable = detached == PTHREAD_CREATE_JOINABLE;
  Start start{routine, argument, &t};
  const int result = real_pthread_create(handle, attributes, begin, &start);
  if (result != 0) {
    discard_thread(scope.state(), t);
    return result;
  }
  // Whoever gets the handle may join it at once: by then the thread must be known by it.
  while (start.begun.load(std::memory_order_acquire) == 0) raw::wait(start.begun, 0, 1000);
  return 0;
}

// Said before: afterwards the handle may be another thread's.
STEWARD_INTERPOSED int pthread_detach(pthread_t handle) {
  if (Runtime* const found = runtime(); found != nullptr) found->threads.detached(handle);
  return real_pthread_detach(handle);
}

STEWARD_INTERPOSED int pthread_join(pthread_t handle, void** value) {
  return after_join(real_pthread_join(handle, value), handle, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_tryjoin_np(pthread_t handle, void** value) {
  return after_join(real_pthread_tryjoin_np(handle, value), handle, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_timedjoin_np(pthread_t handle, void** value, const timespec* until) {
  return after_join(real_pthread_timedjoin_np(handle, value, until), handle, STEWARD_CALLER);
}
STEWARD_INTERPOSED int pthread_clockjoin_np(pthread_t handle, void** value, clockid_t clock,
                                            const timespec* until) {
  return after_join(real_pthread_clockjoin_np(handle, value, clock, until), handle, STEWARD_CALLER);
}
