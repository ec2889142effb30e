#include "sched/strategy/rotation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>

#include "sched/machine.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

constexpr Machine::Cell kOneSum = 1, kOtherSum = 2, kDone = 3;
constexpr int kAdditions = 10;
constexpr std::uint64_t kPatienceOfRotation = 10'000;

// Each adds what the other has just come to, and one: Fibonacci's numbers, if they take turns.
Program adds(Machine& m, Machine::Cell own, Machine::Cell other) {
  for (int k = 0; k < kAdditions; ++k) {
    const int more = co_await m.read(other);
    co_await m.write(own, co_await m.read(own) + more + 1);
  }
}
Program adds_locked(Machine& m, Machine::Cell own, Machine::Cell other) {
  for (int k = 0; k < kAdditions; ++k) {
    co_await m.lock(0);
    const int more = co_await m.read(other);
    const int before = co_await m.read(own);
    co_await m.write(own, before + more + 1);
    co_await m.unlock(0);
  }
}
constexpr int kMostByTurns = 17'710;  // by 20 additions

// In how many of 100 runs they come as far as there is.
template <class Make>
int runs_to_the_end(Program (*adds)(Machine&, Machine::Cell, Machine::Cell), Make make) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Machine machine;
    machine.start(adds, kOneSum, kOtherSum);
    machine.start(adds, kOtherSum, kOneSum);
    auto strategy = make(seed);
    EXPECT_TRUE(machine.run(*strategy));
    count += std::max(machine.value(kOneSum), machine.value(kOtherSum)) == kMostByTurns;
  }
  return count;
}

TEST(Rotation, LetsThreadsChangeThingsInTurn) {
  const auto rotation = [](std::uint64_t seed) {
    return std::make_unique<Rotation>(seed, kPatienceOfRotation);
  };
  EXPECT_GT(runs_to_the_end(adds, rotation), 15);
  EXPECT_GT(runs_to_the_end(adds_locked, rotation), 15);
  const auto walk = [](std::uint64_t seed) { return std::make_unique<RandomWalk>(seed); };
  EXPECT_EQ(runs_to_the_end(adds, walk), 0);
}

// Whoever stands aside comes when the others are through.
TEST(Rotation, LetsSomeStandAside) {
  int last = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Machine machine;
    const ThreadId aside = machine.start(+[](Machine& m) -> Program {
      for (int i = 0; i < 3; ++i) co_await m.write(kOneSum, i);
    });
    for (int k = 0; k < 2; ++k)
      machine.start(+[](Machine& m) -> Program {
        for (int i = 0; i < 30; ++i) co_await m.write(kDone, i);
      });
    Rotation rotation(seed, kPatienceOfRotation);
    EXPECT_TRUE(machine.run(rotation));
    // It has three steps behind its first.
    const auto& order = machine.order();
    last += order.size() > 4 && order[order.size() - 4] == aside;
  }
  EXPECT_GT(last, 10);
  EXPECT_LT(last, 100);
}

// All but one only wait for it, whether that shows or not.
TEST(Rotation, NobodyStarves) {
  for (const bool shows : {true, false})
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Machine machine;
      machine.start(+[](Machine& m) -> Program {
        for (int k = 0; k < 20; ++k) co_await m.work();
        co_await m.write(kDone, 1);
      });
      const auto waits = +[](Machine& m, bool shows) -> Program {
        while (co_await m.read(kDone, 0, /*idle=*/shows) == 0) {
        }
      };
      for (int k = 0; k < 3; ++k) machine.start(waits, shows);
      Rotation rotation(seed, 500);
      EXPECT_TRUE(machine.run(rotation, 200'000)) << "seed " << seed;
    }
}

TEST(Rotation, IsTheSameForTheSameSeed) {
  const Candidate enabled[] = {{ThreadId(0), {}}, {ThreadId(1), {}}, {ThreadId(2), {}}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rotation rotation(seed, kPatienceOfRotation), again(seed, kPatienceOfRotation);
    for (std::uint64_t step = 0; step < 5'000; ++step)
      ASSERT_EQ(again.choose({enabled, ThreadId(0), step}),
                rotation.choose({enabled, ThreadId(0), step}));
  }
}

}  // namespace
}  // namespace steward
