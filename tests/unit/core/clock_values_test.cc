// Epochs, vector clocks and store lists: plain values.
#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <rapidcheck/gtest.h>

#include "core/clock/epoch.h"
#include "core/clock/stores.h"
#include "core/clock/vector_clock.h"
#include "unit/operations.h"

namespace steward {
namespace {

TEST(Epoch, HoldsEverySlotAndTime) {
  constexpr Time kLastTime = (Time{1} << Epoch::kTimeBits) - 1;
  for (const std::uint32_t slot : {0u, 1u, 77u, Epoch::kSlots - 1}) {
    for (const Time time : {Time{0}, Time{1}, Time{1} << 39, kLastTime}) {
      const Epoch epoch{Slot(slot), time};
      EXPECT_EQ(epoch.slot(), Slot(slot));
      EXPECT_EQ(epoch.time(), time);
      EXPECT_EQ(epoch.never(), slot == 0 && time == 0);
    }
  }
  EXPECT_TRUE(Epoch().never());
  EXPECT_NE(Epoch(Slot(1), 2), Epoch(Slot(2), 1));
}

TEST(EpochDeathTest, ChecksItsLimits) {
  EXPECT_DEBUG_DEATH(Epoch(Slot(Epoch::kSlots), 1), "internal error");
  EXPECT_DEBUG_DEATH(Epoch(Slot(0), Time{1} << Epoch::kTimeBits), "internal error");
}

// What is not in the map is 0.
using ModelClock = std::map<std::uint32_t, Time>;

Time time_of(const ModelClock& clock, std::uint32_t slot) {
  const auto found = clock.find(slot);
  return found == clock.end() ? 0 : found->second;
}
bool includes(const ModelClock& larger, const ModelClock& smaller) {
  for (const auto& [slot, time] : smaller)
    if (time > time_of(larger, slot)) return false;
  return true;
}

RC_GTEST_PROP(VectorClock, BehavesLikeAMapToTimes, ()) {
  constexpr std::uint32_t kClocks = 3;
  // Slots of most programs, and those that only programs with very many threads have: of the same
  // block, of neighbours, and far away.
  constexpr std::uint32_t kSlots[] = {0, 1, 2, 5, 62, 63, 64, 65, 126, 127, 128, 1000};
  Heap heap;
  VectorClock clocks[kClocks] = {VectorClock(heap), VectorClock(heap), VectorClock(heap)};
  ModelClock models[kClocks];
  perform_random_operations(10, [&](Draw draw) {
    const std::uint32_t a = draw.below(kClocks);
    const std::uint32_t b = draw.below(kClocks);
    const std::uint32_t slot = kSlots[draw.below(std::size(kSlots))];
    const Time time = draw.below(6);
    switch (draw.below(6)) {
      case 0:
      case 1:
        clocks[a].set(Slot(slot), time);
        models[a][slot] = time;
        break;
      case 2:
        clocks[a].join(clocks[b]);
        for (const auto& [s, t] : ModelClock(models[b])) models[a][s] = std::max(models[a][s], t);
        break;
      case 3:
        if (a == b) break;
        clocks[a].assign(clocks[b]);
        models[a] = models[b];
        break;
      case 4:
        if (draw.below(4) != 0) break;
        clocks[a].clear();
        models[a].clear();
        break;
      case 5:
        clocks[a].meet(clocks[b]);
        for (auto& [s, t] : models[a]) t = std::min(t, time_of(models[b], s));
        break;
    }
    for (std::uint32_t c = 0; c < kClocks; ++c)
      for (const std::uint32_t s : kSlots)
        RC_ASSERT(clocks[c].get(Slot(s)) == time_of(models[c], s));
    for (const std::uint32_t s : kSlots) {
      RC_ASSERT(clocks[a].includes(Epoch(Slot(s), time)) == (time <= time_of(models[a], s)));
    }
    RC_ASSERT(clocks[a].includes(clocks[b]) == includes(models[a], models[b]));
    RC_ASSERT(clocks[b].includes(clocks[a]) == includes(models[b], models[a]));
    RC_ASSERT(clocks[a].includes(Epoch()));
  });
}

RC_GTEST_PROP(Stores, KeepTheNewest, ()) {
  Heap heap;
  const std::size_t kept = 1 + *rc::gen::inRange(0, 5);
  Stores<int> stores(heap);
  std::deque<int> model;  // newest first
  perform_random_operations(5, [&](Draw draw) {
    const int content = 1 + static_cast<int>(draw.below(1000));
    stores.push(content, kept);
    model.push_front(content);
    if (model.size() > kept) model.pop_back();
    RC_ASSERT(stores.size() == model.size());
    Stores<int> copy(heap);
    stores.copy_to(copy);
    for (std::size_t age = 0; age < kept + 3; ++age) {
      RC_ASSERT(stores.at(age) == (age < model.size() ? model[age] : 0));
      RC_ASSERT(copy.at(age) == stores.at(age));
    }
  });
  RC_ASSERT(stores.empty() == model.empty());
}

}  // namespace
}  // namespace steward
