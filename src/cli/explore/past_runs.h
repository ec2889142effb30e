// Executions that took place before: what came of them need not be found out again.
#pragma once

#include <optional>

#include "cli/explore/controlled_run.h"

namespace steward::cli {

class PastRuns {
 public:
  virtual ~PastRuns() = default;
  // What came of that wish, with its seed; without the schedule.
  virtual std::optional<ControlledRun> find(const ControlledWish& wish) = 0;
  virtual void keep(const ControlledWish& wish, const ControlledRun& run) = 0;
};

}  // namespace steward::cli
