#include "core/lockset/recent_steps.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/operations.h"

namespace steward {
namespace {

// What is remembered is what would be computed, also when locks are forgotten in between.
RC_GTEST_PROP(RecentSteps, AreThoseOfLocksets, ()) {
  Heap heap;
  Locksets sets(heap);
  RecentSteps steps;
  const Lockset* set = sets.empty();
  std::uint64_t age = 0;
  std::size_t computed = 0, asked = 0;
  perform_random_operations(0.5, [&](Draw draw) {
    const LockId lock(draw.below(3));
    if (draw.below(8) == 0) {
      sets.forget(lock);
      ++age;
      return;
    }
    ++asked;
    const LockMode mode = draw.below(2) == 0 ? LockMode::shared : LockMode::exclusive;
    const bool take = draw.below(2) == 0;
    const auto compute = [&] {
      ++computed;
      return take ? sets.with(set, lock, mode) : sets.without(set, lock);
    };
    const Lockset* const got =
        take ? steps.with(set, lock, mode, age, compute) : steps.without(set, lock, age, compute);
    RC_ASSERT(got == (take ? sets.with(set, lock, mode) : sets.without(set, lock)));
    set = got;
  });
  RC_ASSERT(computed <= asked);
}

TEST(RecentSteps, ComputeOnce) {
  Heap heap;
  Locksets sets(heap);
  RecentSteps steps;
  int computed = 0;
  for (int i = 0; i < 10; ++i) {
    const Lockset* const held = steps.with(sets.empty(), LockId(1), LockMode::exclusive, 0, [&] {
      ++computed;
      return sets.with(sets.empty(), LockId(1), LockMode::exclusive);
    });
    steps.without(held, LockId(1), 0, [&] {
      ++computed;
      return sets.without(held, LockId(1));
    });
  }
  EXPECT_EQ(computed, 2);
}

}  // namespace
}  // namespace steward
