// Towards deadlocks: a strategy in the manner of P. Joshi, C.-S. Park, K. Sen, M. Naik, "A
// randomized dynamic program analysis technique for detecting real deadlocks", PLDI 2009
// (DeadlockFuzzer).
//
// A deadlock of locks needs several threads that each hold one and want another, at the same
// moment. So whoever is about to take a lock while it holds one is held back for as long as others
// can go on: they get to hold theirs. The paper holds only threads at the places of one cycle that
// was found before; here every place counts, so that no cycle has to be known.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "sched/strategy.h"
#include "sched/strategy/free_candidates.h"

namespace steward {

class Cornering final : public Strategy {
 public:
  // For threads that hold each other up, and for those that others wait for by spinning: whoever is
  // held back for `patience` steps is let go, the next one after half as many, down to:
  static constexpr std::uint64_t kLeastPatience = 16;

  // `base` proposes who runs, and must outlive this.
  Cornering(Heap& heap, Strategy& base, std::uint64_t patience);

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;

 private:
  static constexpr std::size_t kNobody = ~std::size_t{0};

  std::size_t held_in_vain(const Moment& moment);
  std::size_t let_go(const Moment& moment, std::size_t place);

  Strategy& base_;
  std::uint64_t patience_;
  HashMap<ThreadId, std::uint64_t> held_;  // since which step
  FreeCandidates free_;
};

}  // namespace steward
