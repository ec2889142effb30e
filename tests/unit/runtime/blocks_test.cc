// Blocks of the heap, found by any address in them, against a list of all.
#include "runtime/state/blocks.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

#include "unit/operations.h"

namespace steward {
namespace {

constexpr std::uint64_t kNear = 0x5500'0000'0000, kFar = 0x7f00'0000'0000;

Block block_at(std::uint64_t begin, std::uint64_t size) {
  return {{Address(begin), size}, ThreadId(1), 0, ChainId()};
}

RC_GTEST_PROP(Blocks, AreFoundByWhatLiesInThem, ()) {
  Heap heap;
  Blocks blocks(heap);
  std::map<std::uint64_t, Block> model;
  perform_random_operations(0.5, [&](Draw draw) {
    // In a few places close together, some across the border of a region.
    const std::uint64_t begin =
        (draw.below(2) == 0 ? kNear : kFar) + 0xff00 + std::uint64_t{draw.below(64)} * 16;
    const std::uint64_t size = draw.below(8) == 0 ? 200'000 : 1 + draw.below(100);
    const auto overlaps = [&](const auto& entry) {
      const Block& other = entry.second;
      return !other.freed && other.range.begin.value() < begin + size &&
             begin < other.range.end().value();
    };
    if (draw.below(3) == 0) {
      blocks.free(Address(begin));
      if (const auto known = model.find(begin); known != model.end()) known->second.freed = true;
    } else if (std::none_of(model.begin(), model.end(), overlaps)) {
      blocks.add(block_at(begin, size));
      model.insert_or_assign(begin, block_at(begin, size));
    }
    const Address asked(begin + draw.below(300'000));
    const auto found = blocks.around(asked);
    // One that was freed counts as long as none in use has begun behind it.
    std::optional<Block> live;
    bool any = false;
    for (const auto& [at, block] : model) {
      if (at > asked.value()) break;
      if (block.range.contains(asked)) any = true;
      else if (!block.freed) any = false;
      if (block.range.contains(asked) && !block.freed) live = block;
    }
    RC_ASSERT(found.has_value() == any);
    if (any) RC_ASSERT(found->range.contains(asked));
    if (live) RC_ASSERT(found->range == live->range);
    if (any) RC_ASSERT(found->freed == !live.has_value());
  });
}

TEST(Blocks, OthersOfTheirKindAreOfTheSameCallAndSizeAndInUse) {
  Heap heap;
  Blocks blocks(heap);
  const auto add = [&](std::uint64_t begin, std::uint64_t size, std::uint64_t counter,
                       std::uint32_t calls) {
    const Block block{{Address(begin), size}, ThreadId(1), counter, ChainId(calls)};
    blocks.add(block);
    return block;
  };
  const Block one = add(kNear, 32, 5, 1);
  add(kNear + 0x100, 48, 5, 1);
  add(kNear + 0x200, 32, 6, 1);
  add(kNear + 0x300, 32, 5, 2);
  add(kNear + 0x400, 32, 5, 1);
  blocks.free(Address(kNear + 0x400));
  EXPECT_TRUE(blocks.alike(one, 10).empty());
  add(kFar, 32, 5, 1);
  const auto alike = blocks.alike(one, 10);
  ASSERT_EQ(alike.size(), 1u);
  EXPECT_EQ(alike[0].range.begin, Address(kFar));
  for (std::uint64_t i = 1; i < 50; ++i) add(kFar + i * 0x100, 32, 5, 1);
  EXPECT_EQ(blocks.alike(one, 100).size(), 50u);
  EXPECT_EQ(blocks.alike(one, 10).size(), 10u);
}

}  // namespace
}  // namespace steward
