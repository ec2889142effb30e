#include "runtime/state/benign_ranges.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

struct BenignRangesTest : testing::Test {
  Heap heap;
  BenignRanges ranges{heap};
  bool meet(std::uint64_t begin, std::uint64_t size) { return ranges.meet({Address(begin), size}); }
};

TEST_F(BenignRangesTest, MeetBytesThatOverlapThem) {
  ranges.add({Address(0x1004), 4});
  EXPECT_TRUE(meet(0x1000, 8)) << "its second half";
  EXPECT_TRUE(meet(0x1007, 4));
  EXPECT_FALSE(meet(0x1000, 4));
  EXPECT_FALSE(meet(0x1008, 8));
}

TEST_F(BenignRangesTest, MayBeginFarBeforeAndHaveOthersBetween) {
  ranges.add({Address(0x1000), 0x1000});
  for (std::uint64_t i = 0; i < 16; ++i) ranges.add({Address(0x1100 + i * 16), 4});
  EXPECT_TRUE(meet(0x1ffc, 4));
  EXPECT_FALSE(meet(0x2000, 4));
}

TEST_F(BenignRangesTest, EndWithTheirMemory) {
  ranges.add({Address(0x2000), 8});
  ranges.add({Address(0x1000), 8});
  ranges.add({Address(0x3000), 8});
  ranges.forget({Address(0x1800), 0x1000});
  EXPECT_TRUE(meet(0x1000, 1));
  EXPECT_FALSE(meet(0x2000, 1));
  EXPECT_TRUE(meet(0x3000, 1));
}

TEST_F(BenignRangesTest, AreAsManyAsThereAre) {
  for (std::uint64_t i = 0; i < 5000; ++i) ranges.add({Address(0x100000 + i * 16), 8});
  EXPECT_TRUE(meet(0x100000 + 4999 * 16, 8));
  EXPECT_FALSE(meet(0x100000 + 4999 * 16 + 8, 8));
}

}  // namespace
}  // namespace steward
