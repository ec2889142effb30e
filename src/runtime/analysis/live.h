// The analysis that this runtime was built with.
#pragma once

#include "core/detect/fasttrack.h"
#include "core/policy/policy.h"
#include "runtime/analysis/origins.h"

namespace steward {

struct Live : Locked {
  using Origin = LiveOrigin;
  static constexpr bool kWordLocks = true;
};

using Detector = FastTrack<Live>;
using LiveFinding = BasicFinding<LiveOrigin>;

}  // namespace steward
