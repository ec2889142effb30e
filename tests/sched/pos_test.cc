// Partial order sampling: what its paper says of it, and of the random walk.
#include "sched/strategy/pos.h"

#include <gtest/gtest.h>

#include "sched/cells.h"
#include "sched/machine.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

Program looks_late(Machine& m) {
  for (int k = 0; k < 14; ++k) co_await m.work();
  const int seen = co_await m.read(x);
  if (seen == 0) m.fail(1);
}

Program writes_early(Machine& m) { co_await m.write(x, 1); }

int times_late_look_wins(auto make_strategy) {
  int times = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    Machine machine;
    machine.start(looks_late);
    machine.start(writes_early);
    Heap heap;
    auto strategy = make_strategy(heap, seed);
    EXPECT_TRUE(machine.run(strategy));
    times += machine.failed(1);
  }
  return times;
}

// Why the paper does not content itself with a random walk: to see one operation behind many others
// that have nothing to do with it, the walk must lose as many coin tosses. An operation's priority
// is drawn once, and has to be lower than the m others': 1 of m + 1 instead of 1 of 2^m.
TEST(PartialOrderSampling, DelaysAnOperationPastManyIndependentOnes) {
  const int walk = times_late_look_wins([](Heap&, std::uint64_t seed) { return RandomWalk(seed); });
  const int pos =
      times_late_look_wins([](Heap& heap, std::uint64_t seed) { return Pos(heap, seed); });
  EXPECT_LT(walk, 10);
  EXPECT_GT(pos, 5000 / 20);
}

Operation access_to(std::uint64_t address) {
  Operation operation;
  operation.kind = OperationKind::access;
  operation.bytes = {Address(address), 8};
  return operation;
}

// How often, in a thousand, the same of two threads goes on.
int times_the_same_goes_on(const Operation& one, const Operation& other) {
  Heap heap;
  Pos pos(heap, 7);
  const Candidate enabled[] = {{ThreadId(0), one}, {ThreadId(1), other}};
  constexpr int kSteps = 20'000;
  int same = 0;
  std::size_t last = 0;
  for (std::uint64_t step = 0; step < kSteps; ++step) {
    const std::size_t chosen = pos.choose({enabled, ThreadId(0), step});
    same += chosen == last;
    last = chosen;
  }
  return same * 1000 / kSteps;
}

TEST(PartialOrderSampling, DependentOperationsDrawAnew) {
  EXPECT_NEAR(times_the_same_goes_on(access_to(0), access_to(0)), 500, 15);
}

// Who has lost once has probably drawn little, and keeps it.
TEST(PartialOrderSampling, IndependentOnesKeepWhatTheyHave) {
  EXPECT_GT(times_the_same_goes_on(access_to(0), access_to(8)), 650);
}

TEST(PartialOrderSampling, AllDrawAnewBehindAnIdleOne) {
  Operation idle[2] = {access_to(0), access_to(8)};
  idle[0].idle = idle[1].idle = true;
  EXPECT_NEAR(times_the_same_goes_on(idle[0], idle[1]), 500, 15);
}

}  // namespace
}  // namespace steward
