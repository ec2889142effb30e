// The analysis that this runtime was built with.
#pragma once

#include "core/detect/fasttrack.h"
#include "core/policy/policy.h"
#include "runtime/analysis/origins.h"
#ifdef STEWARD_RECORDS
#include "runtime/record/recording.h"
#endif

namespace steward {

struct Live : Locked {
  using Bits = SharedBits;
  using Origin = LiveOrigin;
  static constexpr bool kWordLocks = true;
  static constexpr bool kUseAfterFree = true;
};

#ifdef STEWARD_RECORDS
using Detector = Recording<FastTrack<Live>>;
#else
using Detector = FastTrack<Live>;
#endif
using LiveFinding = BasicFinding<LiveOrigin>;

}  // namespace steward
