// When a barrier is over: destroyed, and left by everybody who has come to it.
#include "runtime/state/barriers.h"

#include <gtest/gtest.h>

#include "base/heap.h"

namespace steward {
namespace {

constexpr Address kHere(0x1000);

struct BarriersTest : testing::Test {
  Heap heap;
  Barriers barriers{heap};
};

TEST_F(BarriersTest, IsOverAtOnceIfNobodyIsInside) {
  barriers.create(kHere, 1);
  const auto visit = barriers.enter(kHere);
  ASSERT_TRUE(visit);
  EXPECT_EQ(barriers.leave(kHere, *visit), std::nullopt);
  EXPECT_EQ(barriers.destroy(kHere), visit->barrier);
  EXPECT_EQ(barriers.destroy(kHere), std::nullopt);
}

TEST_F(BarriersTest, IsOverWhenTheLastOneLeaves) {
  barriers.create(kHere, 2);
  const auto one = barriers.enter(kHere);
  const auto other = barriers.enter(kHere);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(barriers.destroy(kHere), std::nullopt);
  EXPECT_EQ(barriers.leave(kHere, *one), std::nullopt);
  // One that is made meanwhile at the same place is another one.
  barriers.create(kHere, 1);
  EXPECT_EQ(barriers.leave(kHere, *other), other->barrier);
  EXPECT_NE(barriers.enter(kHere)->barrier, other->barrier);
}

TEST_F(BarriersTest, OneWhoseBeginningWasNotSeenHasNoVisits) {
  EXPECT_EQ(barriers.enter(kHere), std::nullopt);
}

}  // namespace
}  // namespace steward
