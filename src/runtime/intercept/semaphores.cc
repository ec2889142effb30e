// Semaphores: what came before a post happens before what comes after a wait that it lets through.
// The count is changed as an atomic variable is by read-modify-writes: a wait follows all posts
// before it, not only the one whose unit it takes.
#include <cerrno>
#include <semaphore.h>

#include "runtime/control/lock_events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(sem_init);
STEWARD_REAL(sem_destroy);
STEWARD_REAL(sem_close);
STEWARD_REAL(sem_post);
STEWARD_REAL(sem_wait);
STEWARD_REAL(sem_trywait);
STEWARD_REAL(sem_timedwait);
STEWARD_REAL(sem_clockwait);

constexpr char kSemaphore[] = "semaphore";

int awaited(int result, const sem_t* s, std::uint64_t counter) {
  if (result == 0) object_awaited(s, kSemaphore, counter);
  return result;
}

bool is_mapped(const void* address) {
  const auto page =
      static_cast<long>(reinterpret_cast<std::uint64_t>(address) & ~std::uint64_t{4095});
  unsigned char there = 0;
  return raw::call(SYS_mincore, page, 1, reinterpret_cast<long>(&there)) != -ENOMEM;
}

}  // namespace

STEWARD_INTERPOSED int sem_init(sem_t* s, int shared, unsigned value) {
  lock_written(s, sizeof *s, STEWARD_CALLER);
  const int result = real_sem_init(s, shared, value);
  if (result == 0) lock_created(s, kSemaphore, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED int sem_destroy(sem_t* s) {
  lock_written(s, sizeof *s, STEWARD_CALLER);
  lock_destroyed(s, STEWARD_CALLER);
  return real_sem_destroy(s);
}
// A semaphore with a name is one object, however often it is opened; libc unmaps it when the last
// one closes it.
STEWARD_INTERPOSED int sem_close(sem_t* s) {
  const int result = real_sem_close(s);
  if (result == 0 && !is_mapped(s)) lock_destroyed(s, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED int sem_post(sem_t* s) {
  lock_used(s, STEWARD_CALLER);
  object_signalled(s, kSemaphore, STEWARD_CALLER);
  return real_sem_post(s);
}
STEWARD_INTERPOSED int sem_wait(sem_t* s) {
  lock_used(s, STEWARD_CALLER);
  return awaited(real_sem_wait(s), s, STEWARD_CALLER);
}
STEWARD_INTERPOSED int sem_trywait(sem_t* s) {
  lock_used(s, STEWARD_CALLER);
  return awaited(real_sem_trywait(s), s, STEWARD_CALLER);
}
STEWARD_INTERPOSED int sem_timedwait(sem_t* s, const timespec* until) {
  lock_used(s, STEWARD_CALLER);
  return awaited(real_sem_timedwait(s, until), s, STEWARD_CALLER);
}
STEWARD_INTERPOSED int sem_clockwait(sem_t* s, clockid_t clock, const timespec* until) {
  lock_used(s, STEWARD_CALLER);
  return awaited(real_sem_clockwait(s, clock, until), s, STEWARD_CALLER);
}
