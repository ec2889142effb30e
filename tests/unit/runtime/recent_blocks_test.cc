#include "runtime/state/recent_blocks.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

struct RecentBlocksTest : testing::Test {
  Heap heap;
  PageAges ages;
  RecentBlocks recent{heap};
  static constexpr AddressRange kBlock{Address(0x10000), 0x8000};

  bool knows(std::uint32_t site, std::uint64_t address, std::uint64_t size = 8) {
    return recent.find(site, {Address(address), size}, ages) != nullptr;
  }
  void learn(std::uint32_t site, AddressRange range) {
    recent.learn({site, ages.of(range.begin), range, 1, 0});
  }
};

TEST_F(RecentBlocksTest, KnowAllOfABlock) {
  EXPECT_FALSE(knows(1, 0x10000));
  learn(1, kBlock);
  EXPECT_TRUE(knows(1, 0x10000));
  EXPECT_TRUE(knows(1, 0x17ff8));
  EXPECT_FALSE(knows(1, 0x17ffc)) << "it ends outside";
  EXPECT_FALSE(knows(1, 0xfff8));
}

TEST_F(RecentBlocksTest, OneOfAnotherPlaceIsKnownUntilThereIsANewerOne) {
  learn(1, kBlock);
  EXPECT_TRUE(knows(2, 0x10008));
  learn(3, {Address(0x40000), 64});
  EXPECT_FALSE(knows(2, 0x10008));
  EXPECT_TRUE(knows(1, 0x10008));
}

TEST_F(RecentBlocksTest, AreForgottenWhenFreedOrWhenOthersAreMadeThere) {
  learn(1, kBlock);
  ages.made({Address(0x12000), 64});
  EXPECT_TRUE(knows(1, 0x10000)) << "it begins elsewhere";
  ages.freed(kBlock.begin);
  EXPECT_FALSE(knows(1, 0x10000));
  learn(1, kBlock);
  ages.made({Address(0x10000), 64});
  EXPECT_FALSE(knows(1, 0x10000));
  learn(1, kBlock);
  ages.made({Address(0x900000), 0x1000000});
  EXPECT_FALSE(knows(1, 0x10000)) << "a large one makes all pages older";
}

TEST_F(RecentBlocksTest, RememberWhatHasBeenNotedUntilSomethingElseIsMadeThere) {
  constexpr AddressRange kBytes{Address(0x10004), 4};
  const auto note = [&](std::uint64_t counter, AddressRange bytes) {
    recent.note(counter, bytes, ages.of(bytes.begin));
  };
  EXPECT_FALSE(recent.has_noted(1, kBytes, ages));
  note(1, kBytes);
  EXPECT_TRUE(recent.has_noted(1, kBytes, ages));
  EXPECT_FALSE(recent.has_noted(2, kBytes, ages));
  EXPECT_FALSE(recent.has_noted(1, {Address(0x10000), 8}, ages)) << "other bytes";
  ages.made({Address(0x8000), 0x10000});
  EXPECT_FALSE(recent.has_noted(1, kBytes, ages)) << "it may be part of that block";
  note(1, {Address(0x10ffc), 8});
  EXPECT_FALSE(recent.has_noted(1, {Address(0x10ffc), 8}, ages)) << "it lies on two pages";
}

TEST_F(RecentBlocksTest, RememberWhatAPlaceHasMet) {
  EXPECT_FALSE(recent.meet(1, {7, 0, 0}));
  EXPECT_TRUE(recent.meet(1, {7, 0, 0}));
  EXPECT_FALSE(recent.meet(1, {7, 1, 0}));
  EXPECT_FALSE(recent.meet(2, {7, 0, 0}));
}

TEST_F(RecentBlocksTest, RememberWhoseBlocksAreNotedAsAWhole) {
  constexpr AddressRange kBytes{Address(0x12340), 8};
  EXPECT_FALSE(recent.has_noted_all(1, kBytes, ages));
  recent.note_all(1, {0, ages.of(kBlock.begin), kBlock, 7, 0});
  EXPECT_TRUE(recent.has_noted_all(1, kBytes, ages));
  EXPECT_FALSE(recent.has_noted_all(2, kBytes, ages)) << "another instruction";
  EXPECT_FALSE(recent.has_noted_all(1, {Address(0x17ffc), 8}, ages)) << "it ends outside";
  EXPECT_FALSE(recent.has_noted_all(1, {Address(0xfff8), 8}, ages));
  ages.freed(kBlock.begin);
  EXPECT_FALSE(recent.has_noted_all(1, kBytes, ages));
}

}  // namespace
}  // namespace steward
