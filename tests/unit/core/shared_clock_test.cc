// Shared clocks against plain joins. The shortcut, "whoever knows the sender's time knows all that
// it sent", holds because a thread's time grows each time it passes its clock on: the test keeps to
// that, and otherwise lets threads and objects do what they like.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/clock/passed_clock.h"
#include "core/policy/policy.h"
#include "unit/operations.h"

namespace steward {
namespace {

constexpr std::uint32_t kThreads = 5;
constexpr std::uint32_t kObjects = 4;
using PlainClock = std::array<Time, kThreads>;

PlainClock join(const PlainClock& a, const PlainClock& b) {
  PlainClock result;
  for (std::uint32_t i = 0; i < kThreads; ++i) result[i] = std::max(a[i], b[i]);
  return result;
}
template <class Clock>
PlainClock plain(const Clock& clock) {
  PlainClock result;
  for (std::uint32_t i = 0; i < kThreads; ++i) result[i] = clock.get(Slot(i));
  return result;
}

template <class Policy>
struct Thread {
  Thread(Heap& heap, std::uint32_t number) : slot(number), clock(heap), model{} {
    clock.set(slot, 1);
    model[number] = 1;
  }
  Slot slot;
  VectorClock clock;
  PassedClock<Policy> passed;
  PlainClock model;
};

template <class Policy>
struct Object {
  SharedClock<Policy> clock;
  PlainClock model{};
  bool bottom = true;
};

template <class Policy>
SharedClock<Policy> pass_on(Heap& heap, Thread<Policy>& t) {
  auto clock = t.passed.pass_on(heap, t.clock, {t.slot, t.clock.get(t.slot)});
  t.clock.set(t.slot, t.clock.get(t.slot) + 1);
  return clock;
}

template <class Policy>
void check_against_plain_joins() {
  Heap heap;
  {
    std::vector<Thread<Policy>> threads;
    for (std::uint32_t i = 0; i < kThreads; ++i) threads.emplace_back(heap, i);
    std::array<Object<Policy>, kObjects> objects;
    perform_random_operations(20, [&](Draw draw) {
      Thread<Policy>& t = threads[draw.below(kThreads)];
      Object<Policy>& object = objects[draw.below(kObjects)];
      const Object<Policy>& other = objects[draw.below(kObjects)];
      const std::uint32_t own = t.slot.value();
      switch (draw.below(6)) {
        case 0:  // merge what t knows into the object
          object.clock = SharedClock<Policy>::merge(heap, object.clock, pass_on<Policy>(heap, t));
          object.model = join(object.model, t.model);
          object.bottom = false;
          ++t.model[own];
          break;
        case 1:  // replace the object's
          t.passed.take_back(std::exchange(object.clock, pass_on<Policy>(heap, t)));
          object.model = t.model;
          object.bottom = false;
          ++t.model[own];
          break;
        case 2:
        case 3:
          if (object.clock.join_into(t.clock)) t.passed.has_learnt();
          t.model = join(t.model, object.model);
          break;
        case 4:  // as a read-modify-write carries on a release sequence
          object.clock = SharedClock<Policy>::merge(heap, object.clock, other.clock);
          object.model = join(object.model, other.model);
          object.bottom = object.bottom && other.bottom;
          break;
        case 5:
          if (draw.flip()) {
            object = other;
          } else {
            object.clock.reset();
            object.model = {};
            object.bottom = true;
          }
          break;
      }
      RC_ASSERT(plain(t.clock) == t.model);
      RC_ASSERT(object.clock.is_bottom() == object.bottom);
      if (!object.bottom) RC_ASSERT(plain(object.clock) == object.model);
    });
  }
  RC_ASSERT(heap.in_use() == 0u);
}

RC_GTEST_PROP(SharedClock, JoinsAsPlainClocksDo, ()) { check_against_plain_joins<Sequential>(); }
RC_GTEST_PROP(SharedClock, JoinsAsPlainClocksDoWhenThreadsShareIt, ()) {
  check_against_plain_joins<Locked>();
}

TEST(SharedClock, MergingTakesTheLargerOneWithoutCopying) {
  Heap heap;
  Thread<Sequential> first(heap, 0);
  Thread<Sequential> second(heap, 1);
  const auto early = pass_on<Sequential>(heap, first);
  if (early.join_into(second.clock)) second.passed.has_learnt();
  const auto late = pass_on<Sequential>(heap, second);
  const std::size_t before = heap.in_use();
  EXPECT_EQ(SharedClock<Sequential>::merge(heap, early, late), late);
  EXPECT_EQ(SharedClock<Sequential>::merge(heap, late, early), late);
  EXPECT_EQ(SharedClock<Sequential>::merge(heap, {}, early), early);
  EXPECT_EQ(SharedClock<Sequential>::merge(heap, early, {}), early);
  EXPECT_EQ(heap.in_use(), before);
}

TEST(SharedClock, IsNotCopiedAsLongAsItsThreadLearnsNothing) {
  Heap heap;
  Thread<Sequential> first(heap, 0);
  Thread<Sequential> second(heap, 1);
  SharedClock<Sequential> object = pass_on(heap, first);
  const std::size_t before = heap.in_use();
  std::vector<SharedClock<Sequential>> others;
  for (int i = 0; i < 10; ++i) others.push_back(pass_on(heap, first));
  EXPECT_EQ(heap.in_use(), before);
  EXPECT_EQ(others[9].get(Slot(0)), 11u);
  EXPECT_EQ(object.get(Slot(0)), 1u);

  // Two threads that hand on an object by turns need no more memory for it after a few rounds.
  others.clear();
  const auto hand_on = [&](Thread<Sequential>& t) {
    if (object.join_into(t.clock)) t.passed.has_learnt();
    t.passed.take_back(std::exchange(object, pass_on(heap, t)));
  };
  std::size_t in_use = 0;
  for (int round = 0; round < 20; ++round) {
    hand_on(first);
    hand_on(second);
    if (round == 3) in_use = heap.in_use();
  }
  EXPECT_EQ(heap.in_use(), in_use);
}

}  // namespace
}  // namespace steward
