// A sentence about locks that helps to mend a race.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/report.h"

namespace steward::report {

// Says which lock is missing where, from the locks held at the two accesses of `race`. For races
// found by comparing locks only: where happens-before decided, a lock may not be what is missing.
// `locks` gives names to the ids.
std::string lock_hint(const Race& race, const std::vector<Lock>& locks);

}  // namespace steward::report
