// The bound of Burckhardt et al. 2010: a bug of depth d among n threads and k steps is found with
// a probability of at least 1 / (n k^(d-1)).
#include "sched/strategy/pct.h"

#include <cmath>
#include <gtest/gtest.h>
#include <iterator>

#include "sched/cells.h"
#include "sched/machine.h"

namespace steward {
namespace {

constexpr std::uint64_t kSeeds = 20'000;

Program writer(Machine& m) {
  co_await m.work();
  co_await m.write(x, 1);
  co_await m.work();
  co_await m.write(x, 2);
}

// Depth 2: between the two writes.
Program reader(Machine& m) {
  const int seen = co_await m.read(x);
  if (seen == 1) m.fail(2);
}

// Depth 3: the second read sees another value again.
Program reads_twice(Machine& m) {
  const int first = co_await m.read(x);
  const int second = co_await m.read(x);
  if (first == 1 && second == 2) m.fail(3);
}

Program bystander(Machine& m) {
  co_await m.work();
  co_await m.work();
}

// Of how many seeds the bug shows, as a fraction.
double found(std::uint32_t depth, std::uint64_t steps, int error, Program (*victim)(Machine&)) {
  int times = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(writer);
    machine.start(victim);
    machine.start(bystander);
    Pct pct(heap, seed, {depth, steps});
    EXPECT_TRUE(machine.run(pct));
    EXPECT_EQ(machine.order().size(), steps);
    times += machine.failed(error);
  }
  return times / static_cast<double>(kSeeds);
}

void expect_bound(double frequency, double bound) {
  const double deviation = std::sqrt(bound * (1 - bound) / kSeeds);
  EXPECT_GE(frequency, bound - 4 * deviation);
}

constexpr std::uint64_t kStepsDepth2 = 5 + 2 + 3;
constexpr std::uint64_t kStepsDepth3 = 5 + 3 + 3;

TEST(Pct, FindsABugOfDepth2AsOftenAsItsBoundSays) {
  expect_bound(found(2, kStepsDepth2, 2, reader), 1.0 / (3 * kStepsDepth2));
}

TEST(Pct, FindsABugOfDepth3AsOftenAsItsBoundSays) {
  expect_bound(found(3, kStepsDepth3, 3, reads_twice), 1.0 / (3 * kStepsDepth3 * kStepsDepth3));
}

TEST(Pct, WithTooFewChangesNeverFindsThem) {
  EXPECT_EQ(found(1, kStepsDepth2, 2, reader), 0);
  EXPECT_EQ(found(2, kStepsDepth3, 3, reads_twice), 0);
}

TEST(Pct, WithoutChangesOrdersThreadsInEveryWay) {
  int orders[2][2] = {};
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(bystander);
    machine.start(bystander);
    machine.start(bystander);
    Pct pct(heap, seed, {1, 9});
    EXPECT_TRUE(machine.run(pct));
    const std::uint32_t first = machine.order()[0].value();
    const std::uint32_t second = machine.order()[3].value();
    ASSERT_NE(first, second) << "each runs to its end";
    if (first < 2) ++orders[first][second == 2];
  }
  // Four of the six orders.
  for (const auto& [one, other] : orders) {
    EXPECT_NEAR(one, kSeeds / 6.0, 4 * 53);
    EXPECT_NEAR(other, kSeeds / 6.0, 4 * 53);
  }
}

Program polls_under_a_lock(Machine& m) {
  int seen = 0;
  while (seen == 0) {
    co_await m.lock(0);
    seen = co_await m.read(x);
    co_await m.unlock(0);
  }
}

Program takes_turns(Machine& m) {
  int seen = 0;
  while (seen == 0) {
    seen = co_await m.read(x);
    co_await m.turn();
  }
}

// Nothing marks the spinning as idle.
TEST(Pct, LetsOthersRunWhoeverTriesForLong) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Heap heap;
    Machine polling;
    polling.start(polls_under_a_lock);
    polling.start(writer);
    Pct one(heap, seed, {3, 100});
    EXPECT_TRUE(polling.run(one, 1000)) << "seed " << seed;

    Machine turns;
    turns.start(takes_turns);
    turns.start(writer);
    Pct other(heap, seed, {3, 1'000'000});
    EXPECT_TRUE(turns.run(other, 100)) << "seed " << seed;
  }
}

Program looks_a_few_times(Machine& m) {
  for (int k = 0; k < 12; ++k)
    if (co_await m.read(x, 0, /*idle=*/k > 0) != 0) co_return;
  m.fail(4);
}

// Whoever sleeps if it has looked in vain so many times.
TEST(Pct, LetsThreadsLookAFewTimesIfWished) {
  int at_once = 0, later = 0;
  for (const std::uint64_t looks : {1, 64})
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Heap heap;
      Machine machine;
      machine.start(looks_a_few_times);
      machine.start(+[](Machine& m) -> Program { co_await m.write(x, 1); });
      Pct pct(heap, seed, {.depth = 1, .steps = 20, .looks = looks});
      EXPECT_TRUE(machine.run(pct));
      (looks == 1 ? at_once : later) += machine.failed(4);
    }
  EXPECT_EQ(at_once, 0);
  EXPECT_GT(later, 50);
}

}  // namespace
}  // namespace steward
