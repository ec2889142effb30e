#include "runtime/state/recent_waits.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

constexpr LockMode kExclusive = LockMode::exclusive;

TEST(RecentWaits, AreNewOnce) {
  RecentWaits waits;
  EXPECT_TRUE(waits.is_new(ChainId(1), LockId(2), kExclusive, 0));
  EXPECT_FALSE(waits.is_new(ChainId(1), LockId(2), kExclusive, 0));
  EXPECT_TRUE(waits.is_new(ChainId(2), LockId(2), kExclusive, 0)) << "other locks are held";
  EXPECT_TRUE(waits.is_new(ChainId(1), LockId(3), kExclusive, 0));
  EXPECT_TRUE(waits.is_new(ChainId(1), LockId(2), LockMode::shared, 0));
}

TEST(RecentWaits, AreNewAgainWhenALockIsForgotten) {
  RecentWaits waits;
  EXPECT_TRUE(waits.is_new(ChainId(1), LockId(2), kExclusive, 0));
  EXPECT_TRUE(waits.is_new(ChainId(1), LockId(2), kExclusive, 1));
  EXPECT_FALSE(waits.is_new(ChainId(1), LockId(2), kExclusive, 1));
}

// What cost a table of 64 locks five times as much under 16 others.
TEST(RecentWaits, OfATableOfLocksAreKnown) {
  RecentWaits waits;
  std::size_t again = 0;
  for (int round = 0; round < 10; ++round)
    for (std::uint64_t lock = 100; lock < 180; ++lock)
      if (waits.is_new(ChainId(9), LockId(lock), kExclusive, 0) && round > 0) ++again;
  EXPECT_LT(again, 10u * 80 / 20);
}

}  // namespace
}  // namespace steward
