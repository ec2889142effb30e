// The race-directed strategy against Algorithm 1, and its monitors.
#include "sched/strategy/directed.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <set>
#include <vector>

#include "sched/algorithm1.h"
#include "sched/cells.h"
#include "sched/hits.h"
#include "sched/machine.h"
#include "sched/random_program.h"
#include "sched/strategy/pct.h"
#include "sched/strategy/pos.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

constexpr Machine::Cell flag = 1;

bool same(const Hit& a, const Hit& b) {
  return a.waiting.thread == b.waiting.thread && a.arriving.thread == b.arriving.thread &&
         a.waiting_goes_first == b.waiting_goes_first && a.step == b.step;
}

// The base decides by chance alone, or remembers: it must be asked the same questions, too.
template <class MakeBase>
void check_against_algorithm1(MakeBase make_base) {
  int programs = 0;
  int with_hits = 0;
  check_on_random_programs([&](const Threads& threads, std::uint64_t seed) {
    Heap heap;
    Machine expected;
    load(expected, threads);
    auto expected_base = make_base(heap, seed);
    Hits expected_hits;
    expected.use(expected_base);
    algorithm1(expected, {1, 2}, expected_base, expected_hits);

    Machine machine;
    load(machine, threads);
    auto base = make_base(heap, seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    machine.run(directed);

    RC_ASSERT(machine.order() == expected.order());
    RC_ASSERT(hits.all.size() == expected_hits.all.size());
    for (std::size_t k = 0; k < hits.all.size(); ++k)
      RC_ASSERT(same(hits.all[k], expected_hits.all[k]));
    ++programs;
    with_hits += hits.all.empty() ? 0 : 1;
  });
  EXPECT_GT(with_hits * 10, programs) << "programs that do not race say little";
}

TEST(DirectedAgrees, WithAlgorithm1OverARandomWalk) {
  check_against_algorithm1([](Heap&, std::uint64_t seed) { return RandomWalk(seed); });
}

TEST(DirectedAgrees, WithAlgorithm1OverPct) {
  check_against_algorithm1(
      [](Heap& heap, std::uint64_t seed) { return Pct(heap, seed, {.depth = 3, .steps = 30}); });
}

TEST(DirectedAgrees, WithAlgorithm1OverPartialOrderSampling) {
  check_against_algorithm1([](Heap& heap, std::uint64_t seed) { return Pos(heap, seed); });
}

Program access_then_set(Machine& m) {
  co_await m.write(x, 1, 1);
  co_await m.write(flag, 1);
}

Program wait_for_flag(Machine& m) {
  int seen = co_await m.read(flag);
  while (seen == 0) seen = co_await m.read(flag, 0, /*idle=*/true);
}

// The second of the paper's livelocks: everybody waits for one that is held back.
TEST(DirectedMonitors, WhoOthersSpinForIsLetGo) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_then_set);
    machine.start(wait_for_flag);
    machine.start(wait_for_flag);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed, 4 * Directed::kStarvation)) << "seed " << seed;
    EXPECT_TRUE(hits.all.empty());
  }
}

Program access_often_then_set(Machine& m, int times) {
  for (int k = 0; k < times; ++k) co_await m.write(x, 1, 1);
  co_await m.write(flag, 1);
}

// It is held back each time that it comes there, but not as long as the first time.
TEST(DirectedMonitors, WhoOthersSpinForAgainAndAgainIsLetGoSooner) {
  constexpr int kTimes = 100;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_often_then_set, kTimes);
    machine.start(wait_for_flag);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed, kTimes * Directed::kStarvation / 10)) << "seed " << seed;
  }
}

Program looks_then_writes(Machine& m, std::uint64_t looks) {
  for (std::uint64_t k = 0; k < looks; ++k) co_await m.read(flag, 0, /*idle=*/true);
  co_await m.write(x, 2, 2);
}

// The first thread until it has come to its statement, and then the others for as long as they can.
class OthersAfterTheFirst final : public Strategy {
 public:
  std::size_t choose(const Moment& moment) override {
    return moment.step < 2 ? 0 : moment.enabled.size() - 1;
  }
  std::uint64_t draw(std::uint64_t) override { return 0; }
};

// It was let go because others spun, but still stands there when one of them arrives.
TEST(DirectedMonitors, WhoWasLetGoIsStillAtItsStatement) {
  Heap heap;
  Machine machine;
  machine.start(access_then_set);
  machine.start(looks_then_writes, 2 * Directed::kStarvation);
  OthersAfterTheFirst base;
  Hits hits;
  Directed directed(heap, base, {&kPair, 1}, hits);
  EXPECT_TRUE(machine.run(directed));
  EXPECT_EQ(hits.all.size(), 1u);
}

constexpr Machine::Cell stopped = 2, harm = 3;
Program check_then_act(Machine& m) {
  co_await m.write(harm, 0);
  const int stopping = co_await m.read(x, 1);
  if (stopping != 0) co_return;
  co_await m.work();
  const int seen = co_await m.read(stopped);
  co_await m.write(harm, seen);
}
Program stop(Machine& m) {
  co_await m.write(x, 1, 2);
  co_await m.write(stopped, 1);
}
// In how many of 200 seeds what was checked was not true any more.
int harmed(Directed::Afterwards afterwards) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(check_then_act);
    machine.start(stop);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits, UINT64_MAX, afterwards);
    EXPECT_TRUE(machine.run(directed));
    EXPECT_EQ(hits.all.size(), 1u) << "seed " << seed;
    count += machine.value(harm);
  }
  return count;
}

TEST(DirectedAfterwards, WhoIsHeldStaysHeldOrAllAreFree) {
  EXPECT_EQ(harmed(Directed::Afterwards::held), 0);
  EXPECT_GT(harmed(Directed::Afterwards::held_or_free), 10);
}

Program writes_and_goes_on(Machine& m, unsigned statement) {
  co_await m.write(x, static_cast<int>(statement), statement);
  for (int k = 0; k < 5; ++k) co_await m.work();
}
struct Tried {
  std::uint32_t first_to_write = 0, last_to_end = 0;  // statements
  bool at_once = false;                               // nothing came between the two
};
Tried try_once(Directed::Afterwards afterwards, std::uint64_t seed) {
  Heap heap;
  Machine machine;
  machine.start(writes_and_goes_on, 1u);
  machine.start(writes_and_goes_on, 2u);
  RandomWalk base(seed);
  Hits hits;
  Directed directed(heap, base, {&kPair, 1}, hits, UINT64_MAX, afterwards);
  EXPECT_TRUE(machine.run(directed));
  EXPECT_EQ(hits.all.size(), 1u) << "seed " << seed;
  const Hit& hit = hits.all.at(0);
  const Candidate& first = hit.waiting_goes_first ? hit.waiting : hit.arriving;
  const Candidate& second = hit.waiting_goes_first ? hit.arriving : hit.waiting;
  const auto& order = machine.order();
  return {first.next.statement.value(), order.back().value() + 1,
          order.at(hit.step) == first.thread && order.at(hit.step + 1) == second.thread};
}

// An experiment: a coin says who is first, the other one follows at once, and who goes on then has
// nothing to do with the coin.
TEST(DirectedTrials, OnlyTheOrderOfTheTwoDiffers) {
  using Afterwards = Directed::Afterwards;
  for (const Afterwards kind :
       {Afterwards::both_go_on, Afterwards::one_waits, Afterwards::other_waits}) {
    int times[3] = {};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Tried tried = try_once(kind, seed);
      EXPECT_TRUE(tried.at_once) << "seed " << seed;
      if (kind != Afterwards::both_go_on) {
        EXPECT_EQ(tried.last_to_end, kind == Afterwards::one_waits ? 1u : 2u) << "seed " << seed;
      }
      ++times[tried.first_to_write];
    }
    EXPECT_NEAR(times[1], 100, 40);
    EXPECT_NEAR(times[2], 100, 40);
  }
}

Program counts_ones(Machine& m) {
  int ones = 0;
  for (int k = 0; k < 3; ++k) ones += co_await m.read(x, 1);
  co_await m.write(harm, ones);
}
// Who writes to what somebody reads in a loop does so before all of these reads, or after all.
TEST(DirectedTrials, WhoIsLateComesBeforeTheOthersRestOrAfterIt) {
  int times[4] = {};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(counts_ones);
    machine.start(+[](Machine& m) -> Program { co_await m.write(x, 1, 2); });
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits, UINT64_MAX,
                      Directed::Afterwards::other_is_late);
    EXPECT_TRUE(machine.run(directed));
    ASSERT_EQ(hits.all.size(), 1u) << "seed " << seed;
    const Hit& hit = hits.all.at(0);
    const Candidate& first = hit.waiting_goes_first ? hit.waiting : hit.arriving;
    const int ones = machine.value(harm);
    EXPECT_EQ(ones, first.next.statement.value() == 2 ? 3 : 0) << "seed " << seed;
    ++times[ones];
  }
  EXPECT_NEAR(times[0], 100, 40);
  EXPECT_NEAR(times[3], 100, 40);
}

Program reads_thrice(Machine& m) {
  for (int k = 0; k < 3; ++k) co_await m.read(x, 1);
}
// In a loop it is the third time that is tried, unless the one that goes by is not in the loop.
TEST(DirectedTrials, LetTheFirstTimesGoBy) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(reads_thrice);
    machine.start(+[](Machine& m) -> Program { co_await m.write(x, 1, 2); });
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits, UINT64_MAX, Directed::Afterwards::both_go_on,
                      2);
    EXPECT_TRUE(machine.run(directed));
    if (hits.all.empty()) continue;
    ++tried;
    const auto& order = machine.order();
    // Its first step only begins.
    EXPECT_EQ(
        std::count(order.begin(), order.begin() + static_cast<long>(hits.all[0].step), ThreadId(0)),
        3)
        << "seed " << seed;
  }
  EXPECT_GT(tried, 20);
  EXPECT_LT(tried, 80);
}

// Whoever is let go again and again gets through a loop; with anybody each time, hardly ever.
Program comes_by_often(Machine& m) {
  for (unsigned k = 0; k < 20; ++k) co_await m.write(10 + k, 1, 1);
  co_await m.write(x, 1, 1);
}
TEST(DirectedMonitors, TheSameIsLetGoAgainInHalfOfTheRuns) {
  const auto hits_of = [](Directed::Afterwards afterwards) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Heap heap;
      Machine machine;
      machine.start(comes_by_often);
      machine.start(+[](Machine& m) -> Program { co_await m.read(x, 2); });
      RandomWalk base(seed);
      Hits hits;
      Directed directed(heap, base, {&kPair, 1}, hits, UINT64_MAX, afterwards);
      EXPECT_TRUE(machine.run(directed));
      count += hits.all.empty() ? 0 : 1;
    }
    return count;
  };
  EXPECT_LT(hits_of(Directed::Afterwards::held), 5);
  EXPECT_GT(hits_of(Directed::Afterwards::held_or_free), 10);
}

Program sleeps_until_flag(Machine& m) {
  int seen = 0;
  while (seen == 0) {
    co_await m.sleep(1);
    seen = co_await m.read(flag, 0, /*idle=*/true);
  }
}

TEST(DirectedMonitors, WhoOthersSleepForIsLetGo) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_then_set);
    machine.start(sleeps_until_flag);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed, 4 * Directed::kStarvation)) << "seed " << seed;
  }
}

// By hand, since time does not pass on the machine while somebody is enabled.
TEST(DirectedMonitors, WhoSleepsBetweenTwoLooksDoesNothingElse) {
  Operation access, look, nap;
  access.kind = OperationKind::access;
  access.statement = StatementId(1);
  look.idle = true;
  nap.kind = OperationKind::sleep;
  Heap heap;
  RandomWalk base(1);
  Hits hits;
  Directed directed(heap, base, {&kPair, 1}, hits);
  bool let_go = false;
  for (std::uint64_t step = 0; step < 2 * Directed::kStarvation && !let_go; ++step) {
    const std::vector<Candidate> both{{ThreadId(0), access}, {ThreadId(1), step % 2 ? look : nap}};
    let_go = directed.choose({both, ThreadId(1), step}) == 0;
  }
  EXPECT_TRUE(let_go);
}

Program access_once(Machine& m, unsigned statement) { co_await m.write(x, 1, statement); }

Program work_then_access(Machine& m, int steps) {
  for (int k = 0; k < steps; ++k) co_await m.work();
  co_await m.write(x, 2, 2);
}

TEST(DirectedMonitors, WhoOthersWorkForIsNot) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_once, 1u);
    machine.start(work_then_access, static_cast<int>(5 * Directed::kStarvation));
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed));
    EXPECT_EQ(hits.all.size(), 1u) << "seed " << seed;
  }
}

// Sleeps between looks, which are work by themselves.
Program sleeps_and_works(Machine& m, std::uint64_t times, unsigned statement) {
  int seen = 0;
  for (std::uint64_t k = 0; k < times && seen == 0; ++k) {
    co_await m.sleep(1);
    for (int steps = 0; steps < 20; ++steps) co_await m.work();
    seen = co_await m.read(flag);
  }
  if (statement != 0) co_await m.write(x, 2, statement);
}

TEST(DirectedMonitors, WhoOthersLookForBetweenNapsIsLetGo) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_then_set);
    machine.start(sleeps_and_works, UINT64_MAX, 0u);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed, 40 * Directed::kNaps)) << "seed " << seed;
  }
}

TEST(DirectedMonitors, SomeNapsAreSleptThrough) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_once, 1u);
    machine.start(sleeps_and_works, Directed::kNaps, 2u);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed));
    EXPECT_EQ(hits.all.size(), 1u) << "seed " << seed;
  }
}

// Nothing here is idle: each look takes a lock, and gives it up again.
Program looks_under_a_lock(Machine& m) {
  for (int seen = 0; seen == 0;) {
    co_await m.lock(0);
    seen = co_await m.read(flag);
    co_await m.unlock(0);
  }
}

TEST(DirectedMonitors, WhoOthersPollForIsLetGoWhenPatienceEnds) {
  constexpr std::uint64_t kPatience = 2000;
  constexpr int kTimes = 50;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_often_then_set, kTimes);
    machine.start(looks_under_a_lock);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits, kPatience);
    // Twice the patience for its halves, and a few steps for each time that is in vain.
    EXPECT_TRUE(machine.run(directed, 2 * kPatience + 4 * kTimes * Directed::kLeastPatience))
        << "seed " << seed;
    EXPECT_TRUE(hits.all.empty());
  }
}

TEST(DirectedMonitors, PatienceLastsAsLongAsItSays) {
  constexpr std::uint64_t kWork = 500;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const bool patient : {false, true}) {
      Heap heap;
      Machine machine;
      machine.start(access_once, 1u);
      machine.start(work_then_access, static_cast<int>(kWork));
      RandomWalk base(seed);
      Hits hits;
      Directed directed(heap, base, {&kPair, 1}, hits, patient ? kWork + 10 : kWork / 2);
      EXPECT_TRUE(machine.run(directed));
      EXPECT_EQ(hits.all.size(), patient ? 1u : 0u) << "seed " << seed;
    }
  }
}

// An idle step now and then is no sign of a livelock either.
Program work_and_look(Machine& m, int steps) {
  for (int k = 0; k < steps; ++k) {
    co_await m.work();
    for (std::uint64_t looks = 1; looks < Directed::kStarvation / 2; ++looks)
      co_await m.read(flag, 0, /*idle=*/true);
  }
  co_await m.write(x, 2, 2);
}

TEST(DirectedMonitors, IdleStepsCountInARow) {
  Heap heap;
  Machine machine;
  machine.start(access_once, 1u);
  machine.start(work_and_look, 10);
  RandomWalk base(1);
  Hits hits;
  Directed directed(heap, base, {&kPair, 1}, hits);
  EXPECT_TRUE(machine.run(directed));
  EXPECT_EQ(hits.all.size(), 1u);
}

TEST(DirectedMonitors, IfAllArePostponedEachIsAsLikelyToBeFreed) {
  int first[3] = {};
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Heap heap;
    Machine machine;
    // Different cells: nobody races.
    for (unsigned cell = 0; cell < 3; ++cell)
      machine.start(
          +[](Machine& m, unsigned own) -> Program {
            co_await m.write(own, 1, 1);
            m.fail(static_cast<int>(own));
            co_await m.read(3 + own);
          },
          cell);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    machine.run(directed, 4);
    for (int cell = 0; cell < 3; ++cell) first[cell] += machine.failed(cell);
    EXPECT_TRUE(hits.all.empty());
  }
  for (const int times : first) EXPECT_NEAR(times, 1000, 4 * 26);
}

TEST(DirectedHits, SayWhetherThePairWasAskedFor) {
  bool seen[2] = {};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(access_once, 1u);
    machine.start(access_once, 1u);
    machine.start(access_once, 2u);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, {&kPair, 1}, hits);
    EXPECT_TRUE(machine.run(directed));
    for (const Hit& hit : hits.all) {
      const bool wanted = hit.waiting.next.statement != hit.arriving.next.statement;
      EXPECT_EQ(hit.wanted, wanted);
      seen[wanted ? 1 : 0] = true;
    }
  }
  EXPECT_TRUE(seen[0] && seen[1]);
}

Program write_often(Machine& m, unsigned first_statement) {
  for (int k = 0; k < 5; ++k) {
    co_await m.write(x, k, first_statement);
    co_await m.write(flag, k, first_statement + 1);
  }
}

// Several pairs of one run: each is told once, then nobody is held for it, and when all were told
// that is said, once.
TEST(DirectedToManyPairs, ForgetsWhoHasMet) {
  const StatementPair pairs[] = {{StatementId(1), StatementId(3)},
                                 {StatementId(2), StatementId(4)}};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(write_often, 1u);
    machine.start(write_often, 3u);
    RandomWalk base(seed);
    Hits hits;
    Directed directed(heap, base, pairs, hits, 1'000, Directed::Afterwards::forgotten);
    EXPECT_TRUE(machine.run(directed)) << "seed " << seed;
    std::set<std::uint32_t> met;
    for (const Hit& hit : hits.all) {
      if (!hit.wanted) continue;
      EXPECT_TRUE(met.insert(hit.arriving.next.statement.value() % 2).second) << "seed " << seed;
    }
    EXPECT_EQ(met.size(), 2u) << "seed " << seed;
    EXPECT_EQ(hits.times_all_met, 1) << "seed " << seed;
  }
}

}  // namespace
}  // namespace steward
