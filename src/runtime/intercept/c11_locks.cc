// Mutexes and condition variables of C. libc implements them by its own mutexes and conditions, but
// not by calls that could be seen.
#include <threads.h>

#include "runtime/control/waits.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(mtx_init);
STEWARD_REAL(mtx_destroy);
STEWARD_REAL(mtx_lock);
STEWARD_REAL(mtx_trylock);
STEWARD_REAL(mtx_timedlock);
STEWARD_REAL(mtx_unlock);
STEWARD_REAL(cnd_init);
STEWARD_REAL(cnd_destroy);
STEWARD_REAL(cnd_wait);
STEWARD_REAL(cnd_timedwait);
STEWARD_REAL(cnd_signal);
STEWARD_REAL(cnd_broadcast);

constexpr char kMutex[] = "mutex";

int taken(int result, const mtx_t* m, std::uint64_t counter) {
  if (result == thrd_success) lock_taken(m, kMutex, LockMode::exclusive, counter);
  return result;
}

}  // namespace

STEWARD_INTERPOSED int mtx_init(mtx_t* m, int type) {
  lock_written(m, sizeof *m, STEWARD_CALLER);
  const int result = real_mtx_init(m, type);
  const bool recursive = (type & mtx_recursive) != 0;
  if (result == thrd_success)
    lock_created(m, kMutex, STEWARD_CALLER, {.recursive = recursive, .checks = recursive});
  return result;
}
STEWARD_INTERPOSED void mtx_destroy(mtx_t* m) {
  lock_written(m, sizeof *m, STEWARD_CALLER);
  lock_destroyed(m, STEWARD_CALLER);
  real_mtx_destroy(m);
}
STEWARD_INTERPOSED int mtx_lock(mtx_t* m) {
  lock_used(m, STEWARD_CALLER);
  lock_wanted(m, kMutex, LockMode::exclusive, STEWARD_CALLER);
  return taken(real_mtx_lock(m), m, STEWARD_CALLER);
}
STEWARD_INTERPOSED int mtx_trylock(mtx_t* m) {
  lock_used(m, STEWARD_CALLER);
  return taken(real_mtx_trylock(m), m, STEWARD_CALLER);
}
STEWARD_INTERPOSED int mtx_timedlock(mtx_t* m, const timespec* until) {
  lock_used(m, STEWARD_CALLER);
  return taken(real_mtx_timedlock(m, until), m, STEWARD_CALLER);
}
STEWARD_INTERPOSED int mtx_unlock(mtx_t* m) {
  lock_used(m, STEWARD_CALLER);
  lock_given(m, kMutex, STEWARD_CALLER);
  return real_mtx_unlock(m);
}

STEWARD_INTERPOSED int cnd_init(cnd_t* c) {
  lock_written(c, sizeof *c, STEWARD_CALLER);
  const int result = real_cnd_init(c);
  if (result == thrd_success) condition_created(c, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED void cnd_destroy(cnd_t* c) {
  lock_written(c, sizeof *c, STEWARD_CALLER);
  lock_destroyed(c, STEWARD_CALLER);
  real_cnd_destroy(c);
}
STEWARD_INTERPOSED int cnd_wait(cnd_t* c, mtx_t* m) {
  return wait_with(c, m, STEWARD_CALLER, [&] { return real_cnd_wait(c, m); });
}
STEWARD_INTERPOSED int cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* until) {
  return wait_with(c, m, STEWARD_CALLER, [&] { return real_cnd_timedwait(c, m, until); });
}
STEWARD_INTERPOSED int cnd_signal(cnd_t* c) {
  condition_signalled(c, STEWARD_CALLER);
  return real_cnd_signal(c);
}
STEWARD_INTERPOSED int cnd_broadcast(cnd_t* c) {
  condition_signalled(c, STEWARD_CALLER);
  return real_cnd_broadcast(c);
}
