// The analysis of `predict` in detail: locksets and limited happens-before, every pair of places.
// Of all memory, or, as the second of two phases, of what the first has selected.
#pragma once

#include <cstddef>

#include "core/detect/hybrid.h"
#include "core/detect/selection.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public Hybrid<Predicting> {
 public:
  using Base = Hybrid<Predicting>;
  static constexpr bool kJudgesWrites = true;
  static constexpr bool kSelects = false;
  static constexpr bool kWatches = true;
  static constexpr bool kFollowsFunctions = true;
  static constexpr bool kControls = false;
  static constexpr bool kHasShortWay = false;
  static constexpr bool kInOnePiece = false;
  static constexpr bool kKnowsGuards = true;
  static constexpr bool kRecords = false;
  static constexpr bool kRefuses = false;

  explicit Chosen(Runtime& runtime)
      : Base(runtime.heap,
             {.telling = Telling::until_settled,
              .order = {.atomics_are_messages = !runtime.sender.ignores_atomics(), .firm = true},
              .lock_bound = runtime.plan.lock_bound()},
             runtime.reporter, runtime.plan.selects() ? &selection_ : nullptr),
        plan_(runtime.plan),
        prospects_(runtime.prospects),
        selection_(runtime.heap) {}

  // Not to be looked at: of no interest, and no atomic store that it would overwrite.
  [[gnu::always_inline]] bool repeats(const Thread&, AccessKind kind, AddressRange range) const {
    return plan_.selects() && selection_.misses(range) &&
           (!is_write(kind) || !may_have_stores(range));
  }
  // Whether all of it may be.
  [[gnu::always_inline]] bool watches_whole(AddressRange range) const {
    return !plan_.selects() || selection_.contains(range);
  }
  // Whether some of it may be in a report.
  bool watches(AddressRange range) const { return !plan_.selects() || !selection_.misses(range); }
  void select(AddressRange range, bool watched) {
    if (watched) selection_.add(range);
    else selection_.remove(range);
  }
  // What rests on the bound may be wrong if it is exceeded: the tool must know.
  void acquire(Thread& t, LockId lock, LockMode mode) {
    Base::acquire(t, lock, mode);
    if (t.locks->size() > plan_.lock_bound()) prospects_.held(t.locks->size());
  }

 private:
  const Plan& plan_;
  Prospects& prospects_;
  LiveSelection selection_;
};

inline std::uint32_t Predicting::self() { return self_in<Chosen>(); }

}  // namespace steward
