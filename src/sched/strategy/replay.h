// Decides as a schedule says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sched/schedule_reader.h"
#include "sched/strategy.h"

namespace steward {

// Where the schedule does not fit, or has no more decisions, it lets the thread at work go on as
// long as it can, and draws zeros. It does not say so: Verifying around it does.
class Replay final : public Strategy {
 public:
  // The schedule must outlive this.
  explicit Replay(std::span<const std::byte> schedule) : reader_(schedule) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;
  bool counts_as_there(ThreadId thread, bool did, bool is_there) override;
  bool awaits_outside() override;

 private:
  ScheduleReader reader_;
};

}  // namespace steward
