// Writes down what another strategy decides.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sched/schedule.h"
#include "sched/strategy.h"

namespace steward {

// Both must outlive this. It writes the schedule's decisions; beginning and end are its writer's.
class Recorder final : public Strategy {
 public:
  Recorder(Strategy& base, ScheduleWriter& writer) : base_(base), writer_(writer) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;
  bool counts_as_there(ThreadId thread, bool did, bool is_there) override;
  bool awaits_outside() override { return base_.awaits_outside(); }

 private:
  Strategy& base_;
  ScheduleWriter& writer_;
};

}  // namespace steward
