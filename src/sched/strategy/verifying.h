// Compares an execution, moment by moment, with the schedule of an earlier one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sched/schedule_reader.h"
#include "sched/strategy.h"

namespace steward {

// The first decision that is not the recorded one.
struct Difference {
  std::uint64_t step = 0;      // how many choices were made before
  std::uint64_t decision = 0;  // how many decisions, draws among them
  // The recorded execution had ended here: nothing was expected.
  bool expected_end = false;
  Decision expected;
  Decision found;
};

class DifferenceObserver {
 public:
  DifferenceObserver(const DifferenceObserver&) = delete;
  DifferenceObserver& operator=(const DifferenceObserver&) = delete;

  // Called at most once, before the decision takes effect.
  virtual void on_difference(const Difference& difference) = 0;

 protected:
  DifferenceObserver() = default;
  ~DifferenceObserver() = default;
};

class Verifying final : public Strategy {
 public:
  // All must outlive this. Of an unfinished schedule as much is compared as there is.
  Verifying(Strategy& base, std::span<const std::byte> schedule, DifferenceObserver& observer)
      : base_(base), reader_(schedule), observer_(observer) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;
  bool counts_as_there(ThreadId thread, bool did, bool is_there) override;
  bool awaits_outside() override;

  // To be asked when the execution has ended: whether the recorded one would have gone on. If it
  // did differ before, that was told.
  bool ended_too_early();
  // The schedule itself could not be read this far.
  bool is_damaged() const { return reader_.state() == ScheduleReader::State::damaged; }

 private:
  void compare(const Decision& found);
  // Whether there is still something to compare with, and what comes next in it.
  bool expects(Decision& decision) const { return !differed_ && reader_.peek(decision); }

  Strategy& base_;
  ScheduleReader reader_;
  DifferenceObserver& observer_;
  std::uint64_t steps_ = 0;
  bool differed_ = false;
};

}  // namespace steward
