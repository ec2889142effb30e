// A wait for a condition. What orders the one who waits and the one who signals is the mutex: the
// wait gives it up, whole, and takes it again before it returns. Signals alone order nothing.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "runtime/control/lock_events.h"
#include "runtime/platform/unwind.h"

namespace steward {

inline constexpr char kConditionKind[] = "condition";

inline ConditionId condition_at(const Scope& scope, const volatile void* condition) {
  return condition_of(scope.state().locks.id_of(address_of(condition), kConditionKind));
}
inline void condition_created(const volatile void* condition, std::uint64_t counter) {
  lock_created(condition, kConditionKind, counter);
}

// `real_wait()` is the wait itself. It may be cancelled: then the program's cleanup handlers run
// with the mutex held again.
template <class Wait>
int wait_with(const volatile void* condition, const volatile void* mutex, std::uint64_t counter,
              Wait&& real_wait) {
  lock_used(condition, counter);
  lock_used(mutex, counter);
  std::size_t depth = 0;
  ConditionId waited_for;  // afterwards it may be destroyed
  if (const Scope scope(counter); scope) {
    const LockId lock = judge_given(scope, address_of(mutex), "mutex", {.all = true});
    waited_for = condition_at(scope, condition);
    if (scope.orders()) scope.state().detector.wait(*scope.thread().analysis, waited_for, lock);
    depth = scope.release_all(lock);
    if (scope.thread().locks.count() > 0)
      judge_wait(scope, address_of(mutex), "mutex", LockMode::exclusive, {});
  }
  int result = 0;
  return call_then([&] { return result = real_wait(); },
                   [&] {
                     // Neither of these leaves the mutex to the caller.
                     if (result == EPERM || result == ENOTRECOVERABLE) return;
                     const Scope scope(counter);
                     if (!scope) return;
                     if (scope.orders())
                       scope.state().detector.wake(*scope.thread().analysis, waited_for);
                     const std::size_t times = depth > 0 ? depth : 1;
                     const LockId lock =
                         note_taken(scope, address_of(mutex), "mutex", LockMode::exclusive,
                                    static_cast<std::uint32_t>(times));
                     scope.acquire_again(lock, times);
                   });
}

inline void condition_signalled(const volatile void* condition, std::uint64_t counter) {
  lock_used(condition, counter);
  if (const Scope scope(counter); scope && scope.orders())
    scope.state().detector.signal(*scope.thread().analysis, condition_at(scope, condition));
}

}  // namespace steward
