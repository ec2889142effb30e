// A wait for a condition. What orders the one who waits and the one who signals is the mutex: the
// wait gives it up, whole, and takes it again before it returns. Signals alone order nothing.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "runtime/control/lock_events.h"
#include "runtime/platform/unwind.h"

namespace steward {

inline ConditionId condition_at(const volatile void* condition) {
  return ConditionId(reinterpret_cast<std::uint64_t>(condition));
}

// `real_wait()` is the wait itself. It may be cancelled: then the program's cleanup handlers run
// with the mutex held again.
template <class Wait>
int wait_with(const volatile void* condition, const volatile void* mutex, std::uint64_t counter,
              Wait&& real_wait) {
  std::size_t depth = 0;
  if (const Scope scope(counter); scope) {
    const LockId lock = scope.state().locks.id_of(address_of(mutex), "mutex");
    scope.state().detector.wait(*scope.thread().analysis, condition_at(condition), lock);
    depth = scope.release_all(lock);
  }
  int result = 0;
  return call_then([&] { return result = real_wait(); },
                   [&] {
                     // Neither of these leaves the mutex to the caller.
                     if (result == EPERM || result == ENOTRECOVERABLE) return;
                     const Scope scope(counter);
                     if (!scope) return;
                     scope.state().detector.wake(*scope.thread().analysis, condition_at(condition));
                     const LockId lock = scope.state().locks.id_of(address_of(mutex), "mutex");
                     scope.acquire_again(lock, depth > 0 ? depth : 1);
                   });
}

inline void condition_signalled(const volatile void* condition, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.state().detector.signal(*scope.thread().analysis, condition_at(condition));
}

}  // namespace steward
