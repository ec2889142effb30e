// Condition variables.
#include <pthread.h>

#include "runtime/control/waits.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_cond_init);
STEWARD_REAL(pthread_cond_destroy);
STEWARD_REAL(pthread_cond_wait);
STEWARD_REAL(pthread_cond_timedwait);
STEWARD_REAL(pthread_cond_clockwait);
STEWARD_REAL(pthread_cond_signal);
STEWARD_REAL(pthread_cond_broadcast);

}  // namespace

STEWARD_INTERPOSED int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* attributes) {
  lock_written(c, sizeof *c, STEWARD_CALLER);
  const int result = real_pthread_cond_init(c, attributes);
  if (result == 0) condition_created(c, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED int pthread_cond_destroy(pthread_cond_t* c) {
  lock_written(c, sizeof *c, STEWARD_CALLER);
  lock_destroyed(c, STEWARD_CALLER);
  return real_pthread_cond_destroy(c);
}
STEWARD_INTERPOSED int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  return wait_with(c, m, STEWARD_CALLER, [&] { return real_pthread_cond_wait(c, m); });
}
STEWARD_INTERPOSED int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m,
                                              const timespec* until) {
  return wait_with(c, m, STEWARD_CALLER, [&] { return real_pthread_cond_timedwait(c, m, until); });
}
STEWARD_INTERPOSED int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m,
                                              clockid_t clock, const timespec* until) {
  return wait_with(c, m, STEWARD_CALLER,
                   [&] { return real_pthread_cond_clockwait(c, m, clock, until); });
}

STEWARD_INTERPOSED int pthread_cond_signal(pthread_cond_t* c) {
  condition_signalled(c, STEWARD_CALLER);
  return real_pthread_cond_signal(c);
}
STEWARD_INTERPOSED int pthread_cond_broadcast(pthread_cond_t* c) {
  condition_signalled(c, STEWARD_CALLER);
  return real_pthread_cond_broadcast(c);
}
