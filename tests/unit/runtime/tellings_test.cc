#include "runtime/report/tellings.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

struct TellingsTest : testing::Test {
  Heap heap;
  Tellings tellings{heap};
};

TEST_F(TellingsTest, APairIsToldSoOften) {
  const PlacePair pair{{1, 2}, {}, 7};
  for (std::uint32_t i = 0; i < Tellings::kEnough; ++i) EXPECT_TRUE(tellings.take(pair));
  EXPECT_FALSE(tellings.take(pair));
  EXPECT_TRUE(tellings.take({{1, 2}, {}, 8})) << "elsewhere in memory";
  EXPECT_TRUE(tellings.take({{1, 2}, {ChainId(1), ChainId()}, 7})) << "from another caller";
  EXPECT_TRUE(tellings.take({{1, 2}, {}, 7, KeptApart::by_messages}));
}

TEST_F(TellingsTest, ItCountsForTheFirstTimeOnce) {
  EXPECT_TRUE(tellings.count({{1, 2}, {}, 7}));
  EXPECT_FALSE(tellings.count({{1, 2}, {}, 7}));
  EXPECT_TRUE(tellings.count({{1, 2}, {}, 8}));
}

TEST_F(TellingsTest, PatienceIsWithInstructionsWhereverTheyMeet) {
  for (std::uint64_t i = 1; i < Tellings::kPatience; ++i) {
    EXPECT_FALSE(tellings.dismiss({{1, 2}, {}, i}));
    EXPECT_FALSE(tellings.dismiss({{1, 3}, {}, i}));
  }
  EXPECT_TRUE(tellings.dismiss({{1, 2}, {ChainId(4), ChainId()}, 0}));
  EXPECT_FALSE(tellings.dismiss({{1, 2}, {}, 0, KeptApart::by_messages}));
}

}  // namespace
}  // namespace steward
