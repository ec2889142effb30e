// Probabilistic concurrency testing: S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A
// randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010.
//
// Threads have random priorities, and the highest that is enabled runs. At d - 1 steps, drawn among
// the first k, the thread that has just run falls below all others. A bug of depth d (d orders of
// two steps are enough for it to show) in n threads and k steps is found with a probability of at
// least 1 / (n k^(d-1)).
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "sched/random.h"
#include "sched/strategy.h"

namespace steward {

class Pct final : public Strategy {
 public:
  struct Parameters {
    std::uint32_t depth = 3;     // d. REQUIRES: at least 1
    std::uint64_t steps = 1000;  // k. REQUIRES: at least 1
    // Beyond the paper: so many times in a row a thread may look in vain before it counts as one
    // that only waits. Many look a few times before they go to sleep. REQUIRES: at least 1
    std::uint64_t looks = 1;
  };

  Pct(Heap& heap, std::uint64_t seed, Parameters parameters);

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;

 private:
  // Higher runs first: what a thread begins with is above kFirst, what a change gives between 1 and
  // d - 1, what falls because it waits below 0.
  using Priority = std::int64_t;
  static constexpr Priority kFirst = Priority{1} << 62;

  Priority& priority_of(ThreadId thread);
  // The paper's threads all end by themselves. Ours may wait for each other by spinning: who only
  // waits, or has gone on for k steps although others could, falls below all others.
  bool should_give_way(const Moment& moment, const Candidate& chosen);

  Random random_;
  Vector<std::uint64_t> changes_;  // the steps
  HashMap<ThreadId, Priority> priorities_;
  Priority lowest_ = 0;
  std::uint64_t steps_ = 0;
  const std::uint64_t longest_run_;
  const std::uint64_t looks_;
  std::uint64_t in_vain_ = 0;  // looks of `last_` in a row
  std::uint64_t run_ = 0;      // choices of `last_` in a row, among others
  ThreadId last_;
};

}  // namespace steward
