// Partial order sampling: X. Yuan, J. Yang, R. Gu, "Partial order aware concurrency sampling", CAV
// 2018.
//
// Not threads but operations have random priorities, and the highest that is enabled is next. Those
// that depend on it, which have now lost a race, draw anew: so each order of two operations that
// matters has its chance, however many steps lie between them, and orders that do not matter cost
// none.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "sched/random.h"
#include "sched/strategy.h"

namespace steward {

class Pos final : public Strategy {
 public:
  Pos(Heap& heap, std::uint64_t seed) : random_(seed), priorities_(heap) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;

 private:
  // Of the operation that the thread stands before.
  std::uint64_t priority_of(ThreadId thread);

  Random random_;
  HashMap<ThreadId, std::uint64_t> priorities_;
};

}  // namespace steward
