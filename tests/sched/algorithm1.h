// RaceFuzzer's Algorithms 1 and 2, line by line as the paper has them, for comparison with the
// strategy that does the same. Plain and slow.
#pragma once

#include <set>
#include <vector>

#include "sched/hits.h"
#include "sched/machine.h"

namespace steward {

// Runs the machine to its end. `base` picks the threads of line 5 and throws the coins of lines 11
// and 27.
void algorithm1(Machine& s, const std::set<unsigned>& race_set, Strategy& base, Hits& hits);

}  // namespace steward
