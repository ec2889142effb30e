#include "sched/random.h"

#include <bit>
#include <gtest/gtest.h>
#include <vector>

namespace steward {
namespace {

TEST(Random, SameSeedSameNumbers) {
  Random a(5);
  Random b(5);
  Random c(6);
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t number = a.next();
    EXPECT_EQ(number, b.next());
    EXPECT_NE(number, c.next());
  }
}

TEST(Random, BelowIsUniform) {
  Random random(1);
  std::vector<int> times(7);
  for (int k = 0; k < 70'000; ++k) ++times.at(random.below(7));
  for (const int t : times) EXPECT_NEAR(t, 10'000, 4 * 93);
}

// 2^64 numbers do not fall evenly on 3 * 2^62: plain remainders would give the lowest third twice
// as often, a plain product every third number.
TEST(Random, BelowHasNoBiasForHugeBounds) {
  Random random(2);
  constexpr std::uint64_t kBound = (std::uint64_t{1} << 62) * 3;
  int low = 0;
  int third = 0;
  for (int k = 0; k < 30'000; ++k) {
    const std::uint64_t number = random.below(kBound);
    low += number < kBound / 3;
    third += number % 3 == 0;
  }
  EXPECT_NEAR(low, 10'000, 4 * 82);
  EXPECT_NEAR(third, 10'000, 4 * 82);
}

TEST(Random, BelowOneIsZero) {
  Random random(3);
  for (int k = 0; k < 10; ++k) EXPECT_EQ(random.below(1), 0u);
}

// The first coin of a run does not follow any of the low bits of its seed, nor their parity.
TEST(Random, FirstNumbersDoNotFollowTheSeedsLowBits) {
  constexpr int kSeeds = 4096;
  for (int skipped = 0; skipped < 4; ++skipped) {
    for (std::uint64_t mask = 1; mask < 64; ++mask) {
      int equal = 0;
      for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Random random(seed);
        for (int k = 0; k < skipped; ++k) random.next();
        const auto parity = static_cast<std::uint64_t>(std::popcount(seed & mask) & 1);
        equal += random.below(2) == parity;
      }
      EXPECT_NEAR(equal, kSeeds / 2, 5 * 32) << "mask " << mask << ", number " << skipped;
    }
  }
}

}  // namespace
}  // namespace steward
