// What runs of a pair say of it: cli/explore/confirmation.h, without any program.
#include "cli/explore/confirmation.h"

#include <csignal>
#include <gtest/gtest.h>

namespace steward::cli {
namespace {

using report::Failure;
using report::RealBy;
using report::Verdict;

// A run that ended well, in which nobody met.
ControlledRun any_run() { return {}; }
ControlledRun met(std::uint64_t first) {
  ControlledRun run;
  run.meetings.push_back({first, 3 - first, 0, {}});
  run.meetings.back().race.real_by = RealBy::simultaneous;
  return run;
}
ControlledRun raced(std::uint64_t first) {
  ControlledRun run;
  run.unordered.push_back({first, 3 - first, {}});
  run.unordered.back().race.real_by = RealBy::happens_before;
  return run;
}
ControlledRun failed(ControlledRun run) {
  run.status = SIGABRT;
  return run;
}

struct ConfirmationOf : testing::Test {
  void add(const ControlledRun& run, int times = 1) {
    for (int i = 0; i < times; ++i) pair.add({}, run, 0);
  }
  void add_undirected(const ControlledRun& run, int times) {
    for (int i = 0; i < times; ++i) undirected.add({}, run);
  }

  Confirmation pair{Confirmation::Pair{}};
  Undirected undirected;
};

TEST_F(ConfirmationOf, RunsInWhichItDidNotHappenIsPotential) {
  add(any_run(), 10);
  EXPECT_EQ(pair.verdict(undirected), Verdict::potential);
  EXPECT_EQ(pair.real_by(), std::nullopt);
  EXPECT_EQ(pair.together().runs, 10u);
}

TEST_F(ConfirmationOf, StandingThereTogetherCountsMoreThanBeingUnordered) {
  add(raced(1));
  EXPECT_EQ(pair.real_by(), RealBy::happens_before);
  add(met(1));
  EXPECT_EQ(pair.real_by(), RealBy::simultaneous);
  EXPECT_EQ(pair.example()->race.real_by, RealBy::simultaneous);
  EXPECT_EQ(pair.happened().hits, 2u);
}

// A race by happens-before of other statements is none of this pair.
TEST_F(ConfirmationOf, OtherRacesOfTheRunDoNotCount) {
  ControlledRun other = any_run();
  other.report.races.emplace_back();
  add(other, 10);
  EXPECT_EQ(pair.verdict(undirected), Verdict::potential);
  EXPECT_FALSE(pair.example());
}

TEST_F(ConfirmationOf, AFailureThatComesOnlyWithTheRaceIsEvidence) {
  add_undirected(any_run(), 10);
  add(failed(met(1)), 10);
  EXPECT_EQ(pair.verdict(undirected), Verdict::harmful);
  EXPECT_EQ(pair.failed(), 10u);
}

TEST_F(ConfirmationOf, AFailureWithoutTheRaceIsNot) {
  add_undirected(any_run(), 20);
  add(met(1), 10);
  add(failed(any_run()), 10);
  EXPECT_EQ(pair.verdict(undirected), Verdict::real);
  EXPECT_EQ(pair.failed(), 0u);
  ASSERT_EQ(pair.endings_without().size(), 1u);
  EXPECT_EQ(pair.endings_without()[0].failure, Failure::abort);
  EXPECT_EQ(pair.endings_without()[0].runs, 10u);
}

TEST_F(ConfirmationOf, NorIsOneThatComesInAnyCase) {
  add_undirected(failed(any_run()), 1);
  add_undirected(any_run(), 20);
  for (const std::uint64_t first : {1, 2}) {
    add(failed(met(first)), 5);
    add(met(first), 5);
  }
  EXPECT_EQ(pair.verdict(undirected), Verdict::real);
}

TEST_F(ConfirmationOf, WhoGoesFirstMayDecide) {
  add_undirected(failed(any_run()), 1);
  for (const auto& happened : {met, raced}) {
    add(failed(happened(2)), 5);
    add(happened(1), 5);
  }
  EXPECT_EQ(pair.verdict(undirected), Verdict::harmful);
  EXPECT_EQ(pair.endings()[0].by_order[1], 10u);
}

// Threads that are held back may find themselves in a circle of locks, which is no race.
TEST_F(ConfirmationOf, ADeadlockIsEvidenceOnlyIfTheOrderDecides) {
  const auto stuck = [](ControlledRun run) {
    run.report.findings.emplace_back().kind = "deadlock";
    return run;
  };
  add_undirected(any_run(), 20);
  add(stuck(met(1)), 5);
  add(stuck(met(2)), 5);
  EXPECT_EQ(pair.verdict(undirected), Verdict::real);
  add(stuck(met(1)), 20);
  add(met(2), 20);
  EXPECT_EQ(pair.verdict(undirected), Verdict::harmful);
}

// All failures are with the order that most runs had.
// On a busy machine, or while it waits for others, a run may only be slow.
TEST_F(ConfirmationOf, TakingTooLongIsNoEvidence) {
  add_undirected(any_run(), 20);
  ControlledRun killed = met(1);
  killed.overdue = 60;
  killed.status = SIGKILL;
  add(killed, 20);
  EXPECT_EQ(pair.verdict(undirected), Verdict::real);
  EXPECT_EQ(pair.failed(), 0u);
}

TEST_F(ConfirmationOf, ChanceDoesNotDecide) {
  add_undirected(failed(any_run()), 1);
  add(failed(met(1)), 5);
  add(met(1), 90);
  add(met(2), 5);
  EXPECT_EQ(pair.verdict(undirected), Verdict::real);
}

TEST(ChanceOf, IsFishers) {
  EXPECT_NEAR(report::chance_of({5, 5}, {0, 5}), 1.0 / 252, 1e-9);
  // The lady who tastes tea.
  EXPECT_NEAR(report::chance_of({3, 4}, {1, 4}), 17.0 / 70, 1e-9);
  EXPECT_NEAR(report::chance_of({0, 5}, {3, 5}), 1, 1e-9);
  EXPECT_NEAR(report::chance_of({0, 0}, {0, 0}), 1, 1e-9);
}

}  // namespace
}  // namespace steward::cli
