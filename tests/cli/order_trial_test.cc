// What an experiment on the order of two accesses says: cli/explore/order_trial.h, without any
// program.
#include "cli/explore/order_trial.h"

#include <csignal>
#include <gtest/gtest.h>

#include "cli/explore/pair_verdict.h"

namespace steward::cli {
namespace {

using report::Failure;
using report::Verdict;

// Of different statements, unless they are told.
ControlledRun met(std::uint64_t first, std::uint64_t second) {
  ControlledRun run;
  run.meetings.push_back({first, second, 0, {}});
  report::Race& race = run.meetings.back().race;
  race.accesses[0].thread = "T1";
  race.accesses[1].thread = "T2";
  return run;
}
ControlledRun met(AccessKind first, AccessKind second) {
  ControlledRun run = met(1, 1);
  run.meetings.back().race.accesses[0].kind = first;
  run.meetings.back().race.accesses[1].kind = second;
  return run;
}
ControlledRun failed(ControlledRun run) {
  run.status = SIGABRT;
  return run;
}

struct OrderTrialOf : testing::Test {
  void add(const ControlledRun& run, int times, channel::Trial kind = channel::Trial::both_go_on) {
    ControlledWish wish;
    wish.header.trial = kind;
    for (int i = 0; i < times; ++i)
      trial.add(wish, run, 0, [](const report::Race&) { return true; });
  }

  OrderTrial trial;
};

TEST_F(OrderTrialOf, ProvesWhatOneOrderBringsAbout) {
  add(met(1, 2), 12);
  add(failed(met(2, 1)), 12);
  const auto proofs = trial.proofs();
  ASSERT_EQ(proofs.size(), 1u);
  EXPECT_EQ(proofs[0].failure, Failure::abort);
  EXPECT_EQ(proofs[0].order, OrderTrial::other_first);
  EXPECT_EQ(proofs[0].so.hits, 12u);
  EXPECT_EQ(proofs[0].otherwise.runs, 12u);
  EXPECT_EQ(proofs[0].first, "T1");
}

// A harmless race beside a harmful one: whoever goes first, the program fails now and then.
TEST_F(OrderTrialOf, DoesNotBlameARaceForAnother) {
  for (const auto& [first, second] : {std::pair(1, 2), std::pair(2, 1)}) {
    add(met(first, second), 50);
    add(failed(met(first, second)), 60);
  }
  EXPECT_TRUE(trial.proofs().empty());
}

TEST_F(OrderTrialOf, NeedsMoreThanChanceGives) {
  add(met(1, 2), 5);
  add(failed(met(2, 1)), 5);
  EXPECT_TRUE(trial.proofs().empty());
}

// Whoever waits afterwards makes a difference of its own, so such runs are not compared.
TEST_F(OrderTrialOf, ComparesRunsInWhichTheSameOneWaits) {
  add(met(1, 2), 20, channel::Trial::one_waits);
  add(failed(met(2, 1)), 20, channel::Trial::other_waits);
  EXPECT_TRUE(trial.proofs().empty());
}

// Two threads at one statement: the one that reads is told from the one that writes; of two that
// write the threads are.
TEST_F(OrderTrialOf, TellsThreadsAtOneStatementApart) {
  add(failed(met(AccessKind::read, AccessKind::write)), 12);
  add(met(AccessKind::write, AccessKind::read), 12);
  ASSERT_EQ(trial.proofs().size(), 1u);
  EXPECT_EQ(trial.proofs()[0].order, OrderTrial::one_first);
  OrderTrial writes;
  trial = writes;
  add(failed(met(AccessKind::write, AccessKind::write)), 12);
  ControlledRun swapped = met(AccessKind::write, AccessKind::write);
  std::swap(swapped.meetings[0].race.accesses[0].thread,
            swapped.meetings[0].race.accesses[1].thread);
  add(swapped, 12);
  EXPECT_EQ(trial.proofs().size(), 1u);
}

// Of one that was killed for the time it took nobody knows whether it would have ended.
TEST_F(OrderTrialOf, LeavesOutWhatTookTooLong) {
  ControlledRun killed = met(1, 2);
  killed.overdue = 60;
  killed.status = SIGKILL;
  add(killed, 20);
  add(met(2, 1), 20);
  EXPECT_EQ(trial.hits(), 20u);
  EXPECT_TRUE(trial.proofs().empty());
}

struct VerdictOfPair : OrderTrialOf {
  PairVerdict pair{Confirmation(std::nullopt)};
};

TEST_F(VerdictOfPair, IsHarmfulByTheOrderOrIfNothingElseRaced) {
  EXPECT_EQ(pair.verdict(), Verdict::potential);
  pair.directed.add({}, failed(met(1, 2)), 0);
  EXPECT_EQ(pair.verdict(), Verdict::real);
  pair.alone.insert(Failure::abort);
  EXPECT_EQ(pair.verdict(), Verdict::harmful);
  pair.alone.clear();
  add(met(1, 2), 12);
  add(failed(met(2, 1)), 12);
  pair.trial = trial;
  EXPECT_EQ(pair.verdict(), Verdict::harmful);
  EXPECT_TRUE(pair.is_explained(Failure::abort));
  EXPECT_FALSE(pair.is_explained(Failure::crash));
}

// Whatever else raced, and though it fails in either order.
TEST_F(VerdictOfPair, IsHarmfulIfBothFreeTheBlock) {
  pair.directed.add({}, failed(met(AccessKind::free, AccessKind::write)), 0);
  EXPECT_EQ(pair.verdict(), Verdict::real);
  PairVerdict twice{Confirmation(std::nullopt)};
  twice.directed.add({}, failed(met(AccessKind::free, AccessKind::free)), 0);
  EXPECT_EQ(twice.verdict(), Verdict::harmful);
  EXPECT_TRUE(twice.is_explained(Failure::abort));
  // A wrong result is not what comes of that.
  ControlledRun wrong = met(AccessKind::free, AccessKind::free);
  wrong.status = 1 << 8;
  PairVerdict other{Confirmation(std::nullopt)};
  other.directed.add({}, wrong, 0);
  EXPECT_EQ(other.verdict(), Verdict::real);
}

// What waits at the bytes of the race only is another experiment.
TEST_F(OrderTrialOf, DoesNotMixRunsThatWaitInDifferentPlaces) {
  add(met(1, 2), 20);
  ControlledWish there;
  there.header.trial = channel::Trial::both_go_on;
  there.header.only_tracked = 1;
  for (int i = 0; i < 20; ++i)
    trial.add(there, failed(met(2, 1)), 0, [](const report::Race&) { return true; });
  EXPECT_TRUE(trial.proofs().empty());
}

}  // namespace
}  // namespace steward::cli
