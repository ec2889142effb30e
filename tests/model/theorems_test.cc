// The theorems of the hybrid paper, as properties of the definitions themselves.
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <sstream>

#include "support/oracle.h"
#include "support/property.h"

namespace steward {
namespace {

using oracle::Channels;
using oracle::Execution;
using oracle::LimitedOptions;
using oracle::Oracle;
using History = std::span<const std::size_t>;

std::string pair_text(const char* what, std::size_t i, std::size_t j) {
  std::ostringstream out;
  out << what << " (" << i << ", " << j << ')';
  return out.str();
}

TEST(Theorem1, EveryHappensBeforeRaceIsALocksetRace) {
  std::size_t races_under_locks = 0;
  check_on_random_traces(all_shapes(), [&](std::span<const Event> events) -> Verdict {
    const Oracle oracle(events);
    for (const auto& [i, j] : oracle.all_precise_races().events) {
      if (!oracle.lockset_race(i, j)) return pair_text("no lockset race", i, j);
      const Execution& x = oracle.execution();
      races_under_locks += !x.locks(i).empty() && !x.locks(j).empty();
    }
    return std::nullopt;
  });
  EXPECT_TRUE(races_under_locks > 0 || replaying_one_trace())
      << "the traces say nothing about locks";
}

// Beyond the paper: what prediction leaves out of the races of a run rests on signals and atomics.
TEST(Theorem1, EveryHappensBeforeRaceIsPredictedOrKeptApartByMessages) {
  check_on_random_traces(all_shapes(), [](std::span<const Event> events) -> Verdict {
    const Oracle oracle(events);
    for (const auto& [i, j] : oracle.all_precise_races().events)
      if (!oracle.firm_race(i, j)) return pair_text("not even without messages", i, j);
    return std::nullopt;
  });
}

// Both redundancy rules over one trace, with one variant of limited happens-before.
class Redundancy {
 public:
  explicit Redundancy(const Oracle& oracle) : oracle_(oracle), x_(oracle.execution()) {}

  // i makes n redundant by itself.
  bool by_subset(std::size_t i, std::size_t n) const {
    return comparable(i, n) && oracle::contained(x_.locks(i), x_.locks(n));
  }

  // Some events before n in `history` that together make it redundant; none if they do not. By the
  // definition itself, with the smallest hitting set, so that any approximation from below is
  // covered.
  std::vector<std::size_t> by_oversized(History history, std::size_t n) const {
    std::vector<std::size_t> together;
    std::vector<std::uint32_t> sets;
    for (std::size_t i : history) {
      if (i >= n || !comparable(i, n)) continue;
      const std::uint32_t rest = as_bits(oracle::difference(x_.locks(i), x_.locks(n)));
      if (rest == 0) continue;
      together.push_back(i);
      sets.push_back(rest);
    }
    if (smallest_hitting_set(sets) <= x_.largest_lockset()) together.clear();
    return together;
  }

  // The paper's bound from below: sets that pairwise share no lock, taken greedily.
  static std::size_t disjoint_sets(const std::vector<std::uint32_t>& sets) {
    std::uint32_t used = 0;
    std::size_t count = 0;
    for (std::uint32_t set : sets) {
      if ((set & used) != 0) continue;
      used |= set;
      ++count;
    }
    return count;
  }

  static std::size_t smallest_hitting_set(const std::vector<std::uint32_t>& sets) {
    std::size_t smallest = kLockIds;
    for (std::uint32_t chosen = 0; chosen < (1u << kLockIds); ++chosen) {
      const bool hits = std::all_of(sets.begin(), sets.end(),
                                    [&](std::uint32_t set) { return (set & chosen) != 0; });
      if (hits) smallest = std::min(smallest, static_cast<std::size_t>(std::popcount(chosen)));
    }
    return smallest;
  }

 private:
  static constexpr int kLockIds = 8;

  bool comparable(std::size_t i, std::size_t n) const {
    return x_.thread(i) == x_.thread(n) && oracle::covers(x_, i, n) &&
           oracle_.timestamps()[i] == oracle_.timestamps()[n];
  }
  static std::uint32_t as_bits(const std::vector<LockId>& locks) {
    std::uint32_t bits = 0;
    for (LockId lock : locks) bits |= 1u << (lock.value() - 1);
    return bits;
  }

  const Oracle& oracle_;
  const Execution& x_;
};

// Calls `check(history, n, k)` for each pair that is a hybrid race, both ways round: the theorems
// hold whether the foreign access k came before n or comes after it.
template <class Check>
Verdict for_each_hybrid_race(const Oracle& oracle, Check check) {
  Verdict wrong;
  const auto try_pair = [&](History history, std::size_t n, std::size_t k) {
    if (!wrong) wrong = check(history, n, k);
  };
  visit_histories(oracle.execution(), [&](Address, History history, std::size_t j) {
    for (std::size_t i : history) {
      if (wrong || !oracle.hybrid_race(i, j)) continue;
      try_pair(history, j, i);
      try_pair(history, i, j);
    }
  });
  return wrong;
}

std::vector<LimitedOptions> all_options() {
  return {{},
          {.atomics_as_messages = false, .channels = Channels::from_mark},
          {.channels = Channels::off},
          {.hb = false}};
}

TEST(Theorem2, WhatALocksetSubsetMakesRedundantIsNeverMissed) {
  std::size_t used = 0;
  check_on_random_traces(all_shapes(), [&](std::span<const Event> events) -> Verdict {
    for (const LimitedOptions& options : all_options()) {
      const Oracle oracle(events, options);
      const Redundancy redundancy(oracle);
      const auto check = [&](History history, std::size_t n, std::size_t k) -> Verdict {
        for (std::size_t i : history) {
          if (i >= n || !redundancy.by_subset(i, n)) continue;
          ++used;
          const bool kept = oracle.hybrid_race(std::min(i, k), std::max(i, k));
          if (!kept) return pair_text("race of the redundant event only", n, k);
        }
        return std::nullopt;
      };
      if (Verdict wrong = for_each_hybrid_race(oracle, check)) return wrong;
    }
    return std::nullopt;
  });
  EXPECT_TRUE(used > 0 || replaying_one_trace()) << "no event was ever redundant";
}

TEST(Theorem3, WhatOversizedLocksetsMakeRedundantIsNeverMissed) {
  std::size_t used = 0;
  const auto shape = lock_heavy_shape();
  Shape single = shape;
  single.nesting = 1;
  check_on_random_traces({shape, single}, [&](std::span<const Event> events) -> Verdict {
    for (const LimitedOptions& options : all_options()) {
      const Oracle oracle(events, options);
      const Redundancy redundancy(oracle);
      const auto check = [&](History history, std::size_t n, std::size_t k) -> Verdict {
        const auto together = redundancy.by_oversized(history, n);
        if (together.empty()) return std::nullopt;
        ++used;
        const bool kept = std::any_of(together.begin(), together.end(), [&](std::size_t i) {
          return i != k && oracle.hybrid_race(std::min(i, k), std::max(i, k));
        });
        if (!kept) return pair_text("race of the redundant event only", n, k);
        return std::nullopt;
      };
      if (Verdict wrong = for_each_hybrid_race(oracle, check)) return wrong;
    }
    return std::nullopt;
  });
  EXPECT_TRUE(used > 0 || replaying_one_trace()) << "no lockset was ever oversized";
}

TEST(Theorem3, DisjointSetsBoundTheSmallestHittingSetFromBelow) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    std::vector<std::uint32_t> sets;
    for (std::uint32_t word : random_words(seed)) {
      if ((word & 0xff) != 0 && sets.size() < 6) sets.push_back(word & 0xff);
    }
    EXPECT_LE(Redundancy::disjoint_sets(sets), Redundancy::smallest_hitting_set(sets));
  }
}

}  // namespace
}  // namespace steward
