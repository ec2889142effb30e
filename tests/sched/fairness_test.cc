// Whatever decides, a thread that spins does not keep away the one it waits for.
#include <gtest/gtest.h>

#include "sched/hits.h"
#include "sched/machine.h"
#include "sched/strategy/directed.h"
#include "sched/strategy/naps.h"
#include "sched/strategy/pct.h"
#include "sched/strategy/pos.h"
#include "sched/strategy/random_walk.h"
#include "sched/strategy/rotation.h"

namespace steward {
namespace {

constexpr Machine::Cell stop_flag = 0;
constexpr Machine::Cell answer = 1;

Program spins(Machine& m, Machine::Cell cell) {
  int seen = co_await m.read(cell);
  while (seen == 0) seen = co_await m.read(cell, 0, /*idle=*/true);
  co_await m.write(answer, 1, 1);
}

Program sets(Machine& m) {
  for (int k = 0; k < 20; ++k) co_await m.work();
  co_await m.write(stop_flag, 1, 2);
}

void expect_to_end(Strategy& strategy, std::uint64_t seed) {
  Machine machine;
  machine.start(spins, stop_flag);
  machine.start(spins, answer);  // for the first one
  machine.start(sets);
  EXPECT_TRUE(machine.run(strategy, 10'000)) << "seed " << seed;
}

void expect_to_end_directed(Heap& heap, Strategy& base, std::uint64_t seed) {
  const StatementPair pair{StatementId(1), StatementId(2)};
  Hits hits;
  Directed directed(heap, base, {&pair, 1}, hits);
  expect_to_end(directed, seed);
}

template <class Make>
void check(Make make) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Heap heap;
    auto alone = make(heap, seed);
    expect_to_end(alone, seed);
    auto base = make(heap, seed);
    expect_to_end_directed(heap, base, seed);
  }
}

TEST(Fairness, OfTheRandomWalk) {
  check([](Heap&, std::uint64_t seed) { return RandomWalk(seed); });
}

TEST(Fairness, OfPct) {
  check([](Heap& heap, std::uint64_t seed) {
    return Pct(heap, seed, {.depth = 3, .steps = 1'000'000});
  });
}

TEST(Fairness, OfPctThatLetsThemLookForLong) {
  check([](Heap& heap, std::uint64_t seed) {
    return Pct(heap, seed, {.depth = 3, .steps = 1'000'000, .looks = 64});
  });
}

TEST(Fairness, OfNaps) {
  check([](Heap& heap, std::uint64_t seed) { return Naps(heap, seed, 100); });
}

TEST(Fairness, OfTheRotation) {
  check([](Heap&, std::uint64_t seed) { return Rotation(seed, 1'000); });
}

TEST(Fairness, OfPartialOrderSampling) {
  check([](Heap& heap, std::uint64_t seed) { return Pos(heap, seed); });
}

}  // namespace
}  // namespace steward
