#include "core/detect/goldilocks_levels.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <vector>

#include "unit/operations.h"

namespace steward {
namespace {

RC_GTEST_PROP(GoldilocksLevels, BehaveLikeAMapToLevels, ()) {
  constexpr std::uint32_t kNumbers[] = {0, 1, 2, 62, 63, 64, 65, 127, 128, 500};
  Heap heap;
  {
    GoldilocksLevels levels(heap);
    std::map<std::uint32_t, std::uint64_t> model;
    perform_random_operations(10, [&](Draw draw) {
      const std::uint32_t i = kNumbers[draw.below(std::size(kNumbers))];
      if (draw.below(3) == 0) {
        levels.erase(i);
        model.erase(i);
      } else {
        const std::uint64_t to = 1 + draw.below(3);
        levels.raise(i, to);
        model[i] = std::max(model[i], to);
      }
      for (const std::uint32_t number : kNumbers)
        RC_ASSERT(levels.get(number) == (model.contains(number) ? model[number] : 0));
      for (std::uint64_t from = 1; from <= 4; ++from) {
        std::vector<std::uint32_t> expected;
        for (const auto& [number, level] : model)
          if (level >= from) expected.push_back(number);
        std::vector<std::uint32_t> members;
        levels.for_each(from, [&](std::uint32_t number) { members.push_back(number); });
        RC_ASSERT(members == expected);
      }
    });
  }
  RC_ASSERT(heap.in_use() == 0u);
}

TEST(GoldilocksLevels, TakeLittleWhereAllLevelsAreTheSame) {
  Heap heap;
  GoldilocksLevels levels(heap);
  for (std::uint32_t i = 0; i < 64'000; ++i) levels.raise(i, 7);
  EXPECT_LE(heap.in_use(), 64'000u);  // less than a byte each
}

}  // namespace
}  // namespace steward
