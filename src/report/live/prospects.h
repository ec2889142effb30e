// What the first phase of a prediction has found out for the second.
#pragma once

#include <cstdint>
#include <set>

#include "channel/plan.h"

namespace steward::report {

struct Prospects {
  std::set<channel::PlanEntry> entries;
  std::uint64_t locks_held = 0;  // the most that a thread held at once, as far as that was told
};

}  // namespace steward::report
