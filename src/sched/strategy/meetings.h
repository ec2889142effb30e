// Tells when threads stand at a pair of statements together, under a strategy that does not care:
// the yardstick for one that brings them there. What counts is what counts there: both are about to
// execute accesses that race.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/heap.h"
#include "base/vector.h"
#include "sched/hit.h"

namespace steward {

class Meetings final : public Strategy {
 public:
  // `base` and the observer must outlive this.
  Meetings(Heap& heap, Strategy& base, std::span<const StatementPair> pairs, HitObserver& observer);

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override { return base_.draw(bound); }

 private:
  Strategy& base_;
  HitObserver& observer_;
  Vector<StatementPair> pairs_;
};

}  // namespace steward
