// All threads at the same pace: each goes on until it has changed something that others can see,
// then it is the next one's turn, always in the same order. Some bugs need many such changes in
// turn, as where each thread counts on from what another has just counted to: in a walk by chance
// that takes a chance of one half, that many times, and strategies of few changes of threads never
// come there.
//
// How many changes a turn has, and in which order threads come, is up to the seed. In some runs a
// thread stands aside: it goes on when those that rotate cannot, or have done so for long.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sched/random.h"
#include "sched/strategy.h"

namespace steward {

class Rotation final : public Strategy {
 public:
  // After `patience` steps nobody stands aside any more: those that rotate may wait for it, or have
  // no end. It should be more steps than an execution takes.
  Rotation(std::uint64_t seed, std::uint64_t patience);

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override { return random_.below(bound); }

 private:
  // Where it stands in the circle.
  std::uint64_t rank_of(ThreadId thread) const;
  bool stands_aside(ThreadId thread) const;
  bool goes_on(const Moment& moment, const Candidate& thread) const;
  // Of those that rotate, or of all.
  std::size_t next_in_circle(const Moment& moment, bool of_all) const;

  const std::uint64_t seed_;
  const std::uint64_t patience_;
  Random random_;
  const std::uint64_t changes_of_a_turn_;
  ThreadId current_;
  bool has_current_ = false;
  std::uint64_t changes_ = 0, steps_ = 0;  // in this turn
};

}  // namespace steward
