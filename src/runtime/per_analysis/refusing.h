// Plain accesses that are not made if they race: where the code that makes them asks first.
#pragma once

#include "runtime/per_analysis/live.h"

namespace steward {

// Whether it is not to be made. What counts for nothing is made, and remembered.
template <class Detecting>
bool refuses(Detecting& detector, const Scope& scope, AccessKind kind, AddressRange range,
             LiveOrigin origin) {
  ThreadState& t = scope.thread();
  if (detector.attempt(live(*t.analysis), kind, range, origin)) return false;
  t.refusal.possible = true;
  t.refusal.by_handler = t.handler.frame != 0;
  const bool refused = scope.state().reporter.tell(t);
  t.refusal.possible = t.refusal.by_handler = false;
  if (refused) return true;
  t.refusal.expected = true;
  if (kind == AccessKind::read) detector.read(live(*t.analysis), range, origin);
  else detector.write(live(*t.analysis), range, origin);
  t.refusal.expected = false;
  return false;
}

// Whether the code that the scope is of asks about this access; then it is answered.
template <class Detecting>
[[gnu::always_inline]] inline bool is_answered(Detecting& detector, const Scope& scope,
                                               AccessKind kind, AddressRange range) {
  if constexpr (Detecting::kRefuses) {
    Refusal& refusal = scope.thread().refusal;
    if (refusal.asked_by != scope.counter()) [[likely]]
      return false;
    refusal.answer = refuses(detector, scope, kind, range, scope.origin(kind, range));
    return true;
  } else {
    return false;
  }
}

}  // namespace steward
