#include "runtime/state/kin.h"

#include <gtest/gtest.h>
#include <memory>

namespace steward {
namespace {

TEST(KinOfWords, IsKnownUntilItIsForgotten) {
  const auto kin = std::make_unique<KinOfWords>();
  const Address begin(0x10100);
  EXPECT_EQ(kin->of(begin), kKinUnknown);
  kin->learn({begin, 32}, [](std::uint64_t i) { return static_cast<Kin>(5 + i); });
  EXPECT_EQ(kin->of(begin), 5u);
  EXPECT_EQ(kin->of(begin + 31), 8u);
  EXPECT_EQ(kin->of(begin + 32), kKinUnknown);
  // What is known already stays.
  kin->learn({begin, 40}, [](std::uint64_t) { return kNoKin; });
  EXPECT_EQ(kin->of(begin), 5u);
  EXPECT_EQ(kin->of(begin + 32), kNoKin);
  // Also of a word that is forgotten in part.
  kin->forget({begin + 7, 2});
  EXPECT_EQ(kin->of(begin), kKinUnknown);
  EXPECT_EQ(kin->of(begin + 8), kKinUnknown);
  EXPECT_EQ(kin->of(begin + 16), 7u);
}

TEST(MetKin, IsThatOfTheInstruction) {
  Heap heap;
  MetKin met(heap);
  EXPECT_FALSE(met.has(0x400000, 7));
  met.note(0x400000, 7);
  EXPECT_TRUE(met.has(0x400000, 7));
  EXPECT_FALSE(met.has(0x400000, 8));
  EXPECT_FALSE(met.has(0x400004, 7));
  // It may forget, but not mistake one for another.
  for (Kin kin = 2; kin < 5000; ++kin) {
    met.note(0x400000 + kin, kin);
    ASSERT_TRUE(met.has(0x400000 + kin, kin));
    ASSERT_FALSE(met.has(0x400000 + kin, kin + 1));
  }
}

}  // namespace
}  // namespace steward
