// Which of the watched statements an access of a controlled execution belongs to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "channel/exploration.h"
#include "cli/explore/controlled_run.h"
#include "report/live/live_report.h"
#include "report/report.h"

namespace steward::cli {

class WatchedCode {
 public:
  // The wish must outlive it. `live` has heard of the modules.
  WatchedCode(const ControlledWish& wish, const report::LiveReport& live);

  // Nothing unless one access is at one statement of a pair that is watched, the other at the
  // other.
  std::optional<Unordered> of_pair(const report::Race& race) const;

 private:
  // From 1; 0 if it is at none of them.
  std::uint64_t statement_at(const report::Access& access) const;

  const ControlledWish& wish_;
  std::map<std::string, std::uint64_t> modules_;  // hashes by path
};

}  // namespace steward::cli
