// The guards of static local variables. Compilers test a guard's first byte themselves, by an
// atomic load that acquires, and call the C++ library only while it is 0. So the end of the
// initialisation is a store to that byte that releases. It is also a message, which counts where
// atomics do not: whoever gets past the guard has received it, whatever the schedule.
#include <cstdint>

#include "runtime/per_analysis/atomic_events.h"
#include "runtime/platform/real.h"

extern "C" {
int __cxa_guard_acquire(std::uint64_t* guard);
void __cxa_guard_release(std::uint64_t* guard);
void __cxa_guard_abort(std::uint64_t* guard);
void _ZN6__tsan32OnPotentiallyBlockingRegionBeginEv();
void _ZN6__tsan30OnPotentiallyBlockingRegionEndEv();
}

using namespace steward;

namespace {

STEWARD_REAL(__cxa_guard_acquire);
STEWARD_REAL(__cxa_guard_release);
STEWARD_REAL(__cxa_guard_abort);

void send_by(const std::uint64_t* guard, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope || !scope.state().several_threads.load(std::memory_order_relaxed)) return;
  scope.state().guards.add(Scope::range_of(guard, 1).begin);
  scope.send(message_at(guard, MessageUse::guard));
}

// The byte itself is changed by the C++ library, just after or just before.
void guard_event(const std::uint64_t* guard, AtomicKind kind, std::uint64_t counter) {
  atomic_event(guard, 1, kind, counter, [kind](const auto& tell) {
    tell(kind, kind == AtomicKind::load ? __ATOMIC_ACQUIRE : __ATOMIC_RELEASE);
  });
}

}  // namespace

// Whether the caller is to initialise, or somebody has: either way what came before is known, the
// whole initialisation or an attempt at it that failed.
STEWARD_INTERPOSED int __cxa_guard_acquire(std::uint64_t* guard) {
  _ZN6__tsan32OnPotentiallyBlockingRegionBeginEv();
  const int result = real___cxa_guard_acquire(guard);
  _ZN6__tsan30OnPotentiallyBlockingRegionEndEv();
  guard_event(guard, AtomicKind::load, STEWARD_CALLER);
  guard_passed(guard, STEWARD_CALLER);
  return result;
}
STEWARD_INTERPOSED void __cxa_guard_release(std::uint64_t* guard) {
  send_by(guard, STEWARD_CALLER);
  guard_event(guard, AtomicKind::store, STEWARD_CALLER);
  real___cxa_guard_release(guard);
}
STEWARD_INTERPOSED void __cxa_guard_abort(std::uint64_t* guard) {
  send_by(guard, STEWARD_CALLER);
  guard_event(guard, AtomicKind::store, STEWARD_CALLER);
  real___cxa_guard_abort(guard);
}
