#include "core/lockset/moments.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <tuple>

#include "unit/operations.h"

namespace steward {
namespace {

// A number stands for one thread, its locks and its time, for ever; the same three mostly have the
// same number.
RC_GTEST_PROP(Moments, OfDifferentMeaningHaveDifferentNumbers, ()) {
  Heap heap;
  Locksets sets(heap);
  MomentNumbers numbers;
  Moments threads[3];
  std::vector<const Lockset*> known = {sets.empty()};
  for (std::uint64_t lock = 0; lock < 30; ++lock)
    known.push_back(sets.with(sets.empty(), LockId(lock), LockMode::exclusive));
  using Meaning = std::tuple<std::uint32_t, const Lockset*, Time, std::uint64_t>;
  std::map<std::uint64_t, Meaning> meanings;
  Time times[3] = {1, 1, 1};
  std::uint64_t age = 0;
  perform_random_operations(20, [&](Draw draw) {
    const std::uint32_t t = draw.below(3);
    if (draw.below(8) == 0) ++times[t];
    if (draw.below(16) == 0) ++age;
    const Lockset* const locks = known[draw.below(static_cast<std::uint32_t>(known.size()))];
    const std::uint64_t number = threads[t].at(locks, times[t], age, numbers);
    RC_ASSERT(number != 0u);
    const Meaning meaning{t, locks, times[t], age};
    RC_ASSERT(meanings.emplace(number, meaning).first->second == meaning);
    RC_ASSERT(threads[t].at(locks, times[t], age, numbers) == number);
  });
}

TEST(Moments, AreTheSameWhenALockHasBeenGivenBack) {
  Heap heap;
  Locksets sets(heap);
  MomentNumbers numbers;
  Moments moments;
  const Lockset* const held = sets.with(sets.empty(), LockId(1), LockMode::exclusive);
  const std::uint64_t without = moments.at(sets.empty(), 5, 0, numbers);
  moments.at(held, 5, 0, numbers);
  EXPECT_EQ(moments.at(sets.empty(), 5, 0, numbers), without);
}

}  // namespace
}  // namespace steward
