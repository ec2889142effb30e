// The other analysis of `run` and `guard`: precise happens-before by Goldilocksets, which reports
// show. The same class serves traces.
#pragma once

#include "core/detect/goldilocks.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public Goldilocks<Precise> {
 public:
  static constexpr bool kJudgesWrites = false;
  static constexpr bool kSelects = false;
  static constexpr bool kWatches = false;
  static constexpr bool kFollowsFunctions = false;
  static constexpr bool kControls = false;
  static constexpr bool kHasShortWay = true;
  static constexpr bool kInOnePiece = false;
  static constexpr bool kKnowsGuards = false;
  static constexpr bool kRecords = false;
  static constexpr bool kRefuses = true;

  explicit Chosen(Runtime& runtime)
      : Goldilocks<Precise>(runtime.heap, DetectorOptions{}, GoldilocksOptions{},
                            runtime.reporter) {}
};

inline std::uint32_t Precise::self() { return self_in<Chosen>(); }

}  // namespace steward
