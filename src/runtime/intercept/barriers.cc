// Barriers: all that the threads of a round did before it happens before all that they do after it.
#include <pthread.h>

#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"
#include "runtime/turns/turns.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_barrier_init);
STEWARD_REAL(pthread_barrier_destroy);
STEWARD_REAL(pthread_barrier_wait);

// Rounds of a barrier that other processes use cannot be counted here.
bool is_private(const pthread_barrierattr_t* attributes) {
  int shared = PTHREAD_PROCESS_PRIVATE;
  return attributes == nullptr || (pthread_barrierattr_getpshared(attributes, &shared) == 0 &&
                                   shared == PTHREAD_PROCESS_PRIVATE);
}

void forget(Runtime& runtime, std::optional<std::uint64_t> barrier) {
  if (!barrier) return;
  for (const std::uint64_t round : {0, 1})
    runtime.detector.forget(message_of(Barriers::Visit{*barrier, round}));
}

}  // namespace

STEWARD_INTERPOSED int pthread_barrier_init(pthread_barrier_t* b,
                                            const pthread_barrierattr_t* attributes,
                                            unsigned count) {
  lock_written(b, sizeof *b, STEWARD_CALLER);
  const int result = real_pthread_barrier_init(b, attributes, count);
  if (result != 0) return result;
  lock_created(b, "barrier", STEWARD_CALLER);
  const Scope scope(STEWARD_CALLER);
  if (!scope) return result;
  // One that was there before may not have been destroyed, its memory given back all the same.
  forget(scope.state(), scope.state().barriers.destroy(address_of(b)));
  if (is_private(attributes)) scope.state().barriers.create(address_of(b), count);
  return result;
}
STEWARD_INTERPOSED int pthread_barrier_destroy(pthread_barrier_t* b) {
  lock_written(b, sizeof *b, STEWARD_CALLER);
  // Waits for those who are still inside.
  const int result = real_pthread_barrier_destroy(b);
  if (result != 0) return result;
  if (const Scope scope(STEWARD_CALLER); scope)
    forget(scope.state(), scope.state().barriers.destroy(address_of(b)));
  lock_destroyed(b, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED int pthread_barrier_wait(pthread_barrier_t* b) {
  Runtime* const found = runtime();
  if (found == nullptr) return real_pthread_barrier_wait(b);
  lock_used(b, STEWARD_CALLER);
  // Every thread is counted, whether its events count or not.
  const auto visit = found->barriers.enter(address_of(b), await_change);
  // Found out before: afterwards the barrier may be gone.
  MessageId message;
  if (const Scope scope(STEWARD_CALLER); scope) {
    message = visit ? message_of(*visit)
                    : message_of(scope.state().locks.id_of(address_of(b), "barrier"));
    scope.send(message);
  }
  const int result = real_pthread_barrier_wait(b);
  // On its way out it still looks at the barrier: nothing orders that before what others do then.
  lock_used(b, STEWARD_CALLER);
  if (const Scope scope(STEWARD_CALLER); scope) scope.receive(message);
  if (!visit) return result;
  const auto over = found->barriers.leave(address_of(b), *visit);
  if (const Scope scope(STEWARD_CALLER); scope) forget(scope.state(), over);
  return result;
}
