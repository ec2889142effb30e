// When the runtime's memory is too much.
#include "runtime/platform/memory_use.h"

#include <gtest/gtest.h>

#include "base/heap.h"
#include "runtime/analysis/interner.h"

namespace steward {

constinit MemoryUse memory_use;

namespace {

TEST(MemoryUse, IsNeverTightWithoutALimit) {
  MemoryUse use;
  use.begin(100, 0);
  use.mapped(std::ptrdiff_t{1} << 40);
  EXPECT_FALSE(use.is_tight());
  EXPECT_FALSE(use.stays_tight());
  EXPECT_EQ(use.want(), Want::none);
}

TEST(MemoryUse, IsTightBeforeTheLimit) {
  MemoryUse use;
  use.begin(100, 1600);
  use.mapped(1399);
  EXPECT_EQ(use.in_use(), 1499);
  EXPECT_FALSE(use.is_tight());
  use.mapped(1);
  EXPECT_TRUE(use.is_tight());
  EXPECT_EQ(use.want(), Want::limit);
}

TEST(MemoryUse, WhatIsIdleDoesNotCount) {
  MemoryUse use;
  use.begin(0, 1600);
  use.mapped(1000);
  use.idle(900);
  use.mapped(1000);
  EXPECT_FALSE(use.is_tight());
  use.idle(-400);
  EXPECT_TRUE(use.is_tight());
}

TEST(MemoryUse, LooksAnewAfterRelief) {
  MemoryUse use;
  use.begin(0, 1600);
  use.mapped(1550);
  use.idle(800);
  use.relieved(false);
  EXPECT_FALSE(use.is_tight());
  EXPECT_FALSE(use.stays_tight());
  use.idle(-700);
  EXPECT_TRUE(use.stays_tight());
  use.mapped(50);
  EXPECT_TRUE(use.is_tight());
}

TEST(MemoryUse, AllOfItMayBeUsedWhenNothingIsLeftToGiveBack) {
  MemoryUse use;
  use.begin(0, 1600);
  use.mapped(1550);
  use.relieved(true);
  use.mapped(49);
  EXPECT_FALSE(use.is_tight());
  use.mapped(1);
  EXPECT_TRUE(use.is_tight());
}

TEST(MemoryUse, ARefusalCountsOverTheLimit) {
  MemoryUse use;
  use.begin(0, 0);
  use.refused(Want::system_memory);
  EXPECT_TRUE(use.is_tight());
  EXPECT_EQ(use.want(), Want::system_memory);
  use.relieved(false);
  EXPECT_EQ(use.want(), Want::none);
}

struct Boxed {
  std::uint64_t value = 0;
  std::uint64_t hash() const { return mix_bits(value); }
  friend bool operator==(const Boxed&, const Boxed&) = default;
};

TEST(Interner, KnowsNothingNewOnceItIsFull) {
  memory_use.begin(0, 0);
  Heap heap;
  Interner<Boxed, 3> interner(heap);
  const std::uint32_t one = interner.number_of({11});
  const std::uint32_t two = interner.number_of({22});
  EXPECT_FALSE(memory_use.is_tight());
  EXPECT_EQ(interner.number_of({33}), 0u);
  EXPECT_EQ(memory_use.want(), Want::numbers);
  EXPECT_EQ(interner.number_of({22}), two);
  EXPECT_EQ(interner.at(one).value, 11u);
  EXPECT_EQ(interner.at(0), Boxed()) << "what is unknown can be looked at";
}

TEST(Interner, KnowsNothingNewOnceItIsFrozen) {
  memory_use.begin(0, 0);
  Heap heap;
  Interner<Boxed> interner(heap);
  const std::uint32_t one = interner.number_of({11});
  interner.freeze();
  EXPECT_EQ(interner.number_of({22}), 0u);
  EXPECT_EQ(interner.number_of({11}), one);
}

}  // namespace
}  // namespace steward
