// The two programs by which K. Sen explains race-directed testing (PLDI 2008, section 3).
#include <gtest/gtest.h>
#include <vector>

#include "sched/cells.h"
#include "sched/hits.h"
#include "sched/machine.h"
#include "sched/strategy/directed.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

constexpr Machine::Cell z = 2;
constexpr Machine::Lock L = 0;
constexpr std::uint64_t kScheduleSeeds = 1000;

// Statements are the lines of the figures.
Program figure1_thread1(Machine& m) {
  co_await m.write(x, 1, 1);
  co_await m.lock(L);
  co_await m.write(y, 1, 3);
  co_await m.unlock(L);
  const int seen = co_await m.read(z, 5);
  if (seen == 1) m.fail(1);
}

Program figure1_thread2(Machine& m) {
  co_await m.write(z, 1, 7);
  co_await m.lock(L);
  const int flag = co_await m.read(y, 9);
  if (flag == 1) {
    const int seen = co_await m.read(x, 10);
    if (seen != 1) m.fail(2);
  }
  co_await m.unlock(L);
}

Program figure2_thread1(Machine& m, int statements) {
  co_await m.lock(L);
  for (int k = 0; k < statements; ++k) co_await m.work();
  co_await m.unlock(L);
  const int seen = co_await m.read(x, 8);
  if (seen == 0) m.fail(1);
}

Program figure2_thread2(Machine& m) {
  co_await m.write(x, 1, 10);
  co_await m.lock(L);
  co_await m.work();
  co_await m.unlock(L);
}

struct Outcome {
  std::vector<Hit> hits;
  bool error1 = false;
  bool error2 = false;
};

Outcome direct(Machine& machine, StatementPair pair, std::uint64_t seed) {
  Heap heap;
  RandomWalk base(seed);
  Hits hits;
  Directed directed(heap, base, {&pair, 1}, hits);
  EXPECT_TRUE(machine.run(directed)) << "seed " << seed;
  return {hits.all, machine.failed(1), machine.failed(2)};
}

Outcome figure1(StatementPair pair, std::uint64_t seed) {
  Machine machine;
  machine.start(figure1_thread1);
  machine.start(figure1_thread2);
  return direct(machine, pair, seed);
}

Outcome figure2(int statements, std::uint64_t seed) {
  Machine machine;
  machine.start(figure2_thread1, statements);
  machine.start(figure2_thread2);
  return direct(machine, {StatementId(8), StatementId(10)}, seed);
}

TEST(RaceFuzzerFigure1, ThePairOverZIsHeldTogetherForEverySeedAndResolvedEitherWay) {
  // How often ERROR1 is reached, by the seed's low three bits.
  int errors[8] = {};
  for (std::uint64_t seed = 0; seed < kScheduleSeeds; ++seed) {
    const Outcome outcome = figure1({StatementId(5), StatementId(7)}, seed);
    ASSERT_EQ(outcome.hits.size(), 1u) << "seed " << seed;
    EXPECT_TRUE(outcome.hits[0].wanted);
    EXPECT_FALSE(outcome.error2);
    const Hit& hit = outcome.hits[0];
    const Candidate& first = hit.waiting_goes_first ? hit.waiting : hit.arriving;
    EXPECT_EQ(first.next.statement == StatementId(7), outcome.error1) << "seed " << seed;
    errors[seed % 8] += outcome.error1;
  }
  int all = 0;
  for (const int with_these_bits : errors) {
    all += with_these_bits;
    // Of 125: half, plus or minus four standard deviations.
    EXPECT_NEAR(with_these_bits, 62.5, 4 * 5.6);
  }
  EXPECT_GE(all, 450);
  EXPECT_LE(all, 550);
}

TEST(RaceFuzzerFigure1, ThePairOverXIsNeverHeldTogether) {
  for (std::uint64_t seed = 0; seed < kScheduleSeeds; ++seed) {
    const Outcome outcome = figure1({StatementId(1), StatementId(10)}, seed);
    EXPECT_TRUE(outcome.hits.empty()) << "seed " << seed;
    EXPECT_FALSE(outcome.error2);
  }
}

void expect_held_together_and_half_errors(int statements, std::uint64_t seeds) {
  std::uint64_t errors = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Outcome outcome = figure2(statements, seed);
    ASSERT_EQ(outcome.hits.size(), 1u) << "seed " << seed;
    errors += outcome.error1 ? 1u : 0u;
  }
  EXPECT_GE(errors * 100, seeds * 45) << statements << " statements before";
  EXPECT_LE(errors * 100, seeds * 55) << statements << " statements before";
}

TEST(RaceFuzzerFigure2, TheRaceIsHeldTogetherWhateverComesBefore) {
  for (const int statements : {5, 10, 1000})
    expect_held_together_and_half_errors(statements, kScheduleSeeds);
}

TEST(RaceFuzzerFigure2, AlsoBehindAHundredThousandStatements) {
  expect_held_together_and_half_errors(100'000, 200);
}

TEST(RaceFuzzerFigure2, UndirectedTheErrorIsRare) {
  int errors = 0;
  for (std::uint64_t seed = 0; seed < kScheduleSeeds; ++seed) {
    Machine machine;
    machine.start(figure2_thread1, 10);
    machine.start(figure2_thread2);
    RandomWalk walk(seed);
    EXPECT_TRUE(machine.run(walk));
    errors += machine.failed(1);
  }
  EXPECT_LT(errors, 20);
}

}  // namespace
}  // namespace steward
