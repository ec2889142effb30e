// The strategy that looks for deadlocks: it comes to those that there are, beside a random walk,
// and stops no program that has none.
#include "sched/strategy/cornering.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sched/machine.h"
#include "sched/random_program.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

constexpr std::uint64_t kPatience = 1000;

Program philosopher(Machine& m, unsigned place, unsigned places) {
  co_await m.lock(place);
  co_await m.lock((place + 1) % places);
  co_await m.unlock((place + 1) % places);
  co_await m.unlock(place);
}

// In how many of 1,000 executions they all starve.
int starved(unsigned philosophers, bool cornered) {
  int times = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Heap heap;
    Machine machine;
    for (unsigned place = 0; place < philosophers; ++place)
      machine.start(philosopher, place, philosophers);
    RandomWalk walk(seed);
    Cornering cornering(heap, walk, kPatience);
    times += machine.run(cornered ? static_cast<Strategy&>(cornering) : walk) ? 0 : 1;
  }
  return times;
}

TEST(Cornering, LetsAllPhilosophersStarve) {
  EXPECT_EQ(starved(2, true), 1000);
  EXPECT_EQ(starved(9, true), 1000);
  EXPECT_LT(starved(9, false), 50);
}

Program in_order(Machine& m, unsigned first, unsigned second) {
  for (int k = 0; k < 20; ++k) {
    co_await m.lock(first);
    co_await m.lock(second);
    co_await m.work();
    co_await m.unlock(second);
    co_await m.unlock(first);
  }
}

TEST(Cornering, StopsNobodyWithoutACycle) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(in_order, 0u, 1u);
    machine.start(in_order, 1u, 2u);
    machine.start(in_order, 0u, 2u);
    RandomWalk walk(seed);
    Cornering cornering(heap, walk, kPatience);
    EXPECT_TRUE(machine.run(cornering)) << "seed " << seed;
  }
}

// A gate makes the two take turns.
Program behind_a_gate(Machine& m, unsigned first, unsigned second) {
  co_await m.lock(2);
  co_await m.lock(first);
  co_await m.lock(second);
  co_await m.unlock(second);
  co_await m.unlock(first);
  co_await m.unlock(2);
}

TEST(Cornering, StopsNobodyBehindAGate) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(behind_a_gate, 0u, 1u);
    machine.start(behind_a_gate, 1u, 0u);
    RandomWalk walk(seed);
    Cornering cornering(heap, walk, kPatience);
    EXPECT_TRUE(machine.run(cornering)) << "seed " << seed;
  }
}

Program sets_under_two_locks(Machine& m) {
  co_await m.lock(0);
  co_await m.lock(1);
  co_await m.write(0, 1);
  co_await m.unlock(1);
  co_await m.unlock(0);
}

Program spins(Machine& m) {
  int seen = co_await m.read(0);
  while (seen == 0) seen = co_await m.read(0, 0, /*idle=*/true);
}

Program polls(Machine& m) {
  int seen = co_await m.read(0);
  while (seen == 0) {
    co_await m.sleep(1);
    seen = co_await m.read(0);
  }
}

TEST(Cornering, LetsGoWhomOthersWaitForWithoutALock) {
  for (const auto waits : {spins, polls}) {
    Heap heap;
    Machine machine;
    machine.start(sets_under_two_locks);
    machine.start(waits);
    RandomWalk walk(1);
    Cornering cornering(heap, walk, kPatience);
    EXPECT_TRUE(machine.run(cornering, 10 * kPatience));
  }
}

}  // namespace
}  // namespace steward
