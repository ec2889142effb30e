#include "base/bit_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "unit/operations.h"

namespace steward {
namespace {

std::vector<std::uint32_t> in_order(const BitSet& set) {
  std::vector<std::uint32_t> numbers;
  set.for_each([&](std::uint32_t i) { numbers.push_back(i); });
  return numbers;
}

RC_GTEST_PROP(BitSet, BehavesLikeASetOfNumbers, ()) {
  Heap heap;
  BitSet sets[2] = {BitSet(heap), BitSet(heap)};
  std::set<std::uint32_t> models[2];
  perform_random_operations(10, [&](Draw draw) {
    const std::uint32_t which = draw.below(2);
    // Around the ends of words, and far apart.
    const std::uint32_t number = draw.below(4) * 64 + draw.below(4) * 21;
    if (draw.flip()) {
      sets[which].insert(number);
      models[which].insert(number);
    } else {
      sets[which].erase(number);
      models[which].erase(number);
    }
    RC_ASSERT(sets[which].contains(number) == models[which].contains(number));
    const std::vector<std::uint32_t> expected(models[which].begin(), models[which].end());
    RC_ASSERT(in_order(sets[which]) == expected);
    // Equal is what has the same members, however long it once was.
    RC_ASSERT((sets[0] == sets[1]) == (models[0] == models[1]));
    RC_ASSERT((sets[1] == sets[0]) == (models[0] == models[1]));
  });
}

TEST(BitSet, NumbersNeverInsertedAreNotThere) {
  Heap heap;
  BitSet set(heap);
  EXPECT_FALSE(set.contains(0));
  EXPECT_FALSE(set.contains(1'000'000));
  set.erase(1'000'000);
  EXPECT_TRUE(in_order(set).empty());
  EXPECT_EQ(heap.in_use(), 0u);
}

}  // namespace
}  // namespace steward
