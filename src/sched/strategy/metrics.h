// Counts what an execution under another strategy was like.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bit_set.h"
#include "base/heap.h"
#include "sched/strategy.h"

namespace steward {

class Metrics final : public Strategy {
 public:
  struct Counts {
    std::uint64_t steps = 0;
    std::uint64_t choices = 0;   // steps at which there was more than one to choose from
    std::uint64_t switches = 0;  // steps by another thread than the one before
    std::uint64_t draws = 0;
    std::uint64_t threads = 0;       // that were chosen at least once
    std::uint64_t most_enabled = 0;  // at one moment
  };

  // `base` must outlive this.
  Metrics(Heap& heap, Strategy& base) : base_(base), seen_(heap) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;

  const Counts& counts() const { return counts_; }

 private:
  Strategy& base_;
  Counts counts_;
  BitSet seen_;
};

}  // namespace steward
