// A random walk of threads that doze off now and then: whoever was to go on stays where it is for a
// while, and the others have the program to themselves. What goes wrong if much happens between two
// steps of a thread, but not too much, hardly ever comes in a plain walk, where that takes a chance
// of one half, step by step. How long it sleeps is up to chance on the scale of powers of two:
// from a step to as many as an execution takes. So is how often: from once in an execution to 16
// times.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "sched/random.h"
#include "sched/strategy.h"
#include "sched/strategy/free_candidates.h"

namespace steward {

class Naps final : public Strategy {
 public:
  // `steps`: that an execution takes, more or less. REQUIRES: at least 1.
  Naps(Heap& heap, std::uint64_t seed, std::uint64_t steps);

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override { return random_.below(bound); }

 private:
  std::uint64_t length_of_nap();
  std::size_t first_to_wake(const Moment& moment) const;

  Random random_;
  const std::uint64_t scale_;               // powers of two
  const std::uint64_t seldom_;              // one choice in so many puts somebody to sleep
  HashMap<ThreadId, std::uint64_t> until_;  // whoever sleeps, or has slept
  FreeCandidates awake_;
};

}  // namespace steward
