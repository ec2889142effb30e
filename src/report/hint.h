// A sentence about locks that helps to mend a race.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/report.h"

namespace steward::report {

// Says which lock is missing where, from the locks held at the two accesses of `race`. For races
// found by comparing locks only: where happens-before decided, a lock may not be what is missing.
// `locks` gives names to the ids.
//
// `usual`: the lock that most accesses of the location hold, if that is known and worth saying.
struct UsualLock {
  std::string lock;  // Lock::id
  std::uint64_t accesses = 0;
  std::uint64_t of = 0;
  // Objects of the same kind in which the same place counts, and their own lock as this one.
  std::uint64_t others = 0;
};
std::string lock_hint(const Race& race, const std::vector<Lock>& locks,
                      const std::optional<UsualLock>& usual = std::nullopt);

// The same for a pair that only messages keep apart.
std::string message_hint();

}  // namespace steward::report
