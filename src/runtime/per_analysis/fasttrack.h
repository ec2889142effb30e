// The analysis of `run` and `guard`: precise happens-before.
#pragma once

#include "core/detect/fasttrack.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public FastTrack<Precise> {
 public:
  static constexpr bool kJudgesWrites = false;
  static constexpr bool kSelects = false;
  static constexpr bool kWatches = false;
  static constexpr bool kFollowsFunctions = false;
  static constexpr bool kControls = false;
  // Most accesses are judged by one look at their word: see access.cc.
  static constexpr bool kHasShortWay = true;
  // What it makes of atomic operations is short enough for that: see atomic_events.h.
  static constexpr bool kInOnePiece = true;
  static constexpr bool kKnowsGuards = false;  // atomics order threads in any case
  static constexpr bool kRecords = false;
  static constexpr bool kRefuses = true;

  explicit Chosen(Runtime& runtime)
      : FastTrack<Precise>(runtime.heap, DetectorOptions{}, runtime.reporter) {}
};

inline std::uint32_t Precise::self() { return self_in<Chosen>(); }

}  // namespace steward
