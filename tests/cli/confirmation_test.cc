// What runs of a pair say of it: cli/explore/confirmation.h, without any program.
#include "cli/explore/confirmation.h"

#include <csignal>
#include <gtest/gtest.h>

namespace steward::cli {
namespace {

using report::Failure;
using report::RealBy;

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

  // Whether its first failure is one that needs the race, or another one.
  bool needs_direction() { return pair.needs_direction(pair.endings().at(0), undirected); }

  Confirmation pair{std::nullopt};
  Undirected undirected;
};

TEST_F(ConfirmationOf, RunsInWhichItDidNotHappenIsPotential) {
  add(any_run(), 10);
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
  EXPECT_EQ(pair.happened().hits, 0u);
  EXPECT_FALSE(pair.example());
}

TEST_F(ConfirmationOf, AFailureThatComesOnlyWithARaceNeedsTheDirection) {
  add_undirected(any_run(), 10);
  add(failed(met(1)), 10);
  EXPECT_TRUE(needs_direction());
  EXPECT_EQ(pair.failed(), 10u);
}

TEST_F(ConfirmationOf, AFailureWithoutTheRaceIsNoneOfIts) {
  add_undirected(any_run(), 20);
  add(met(1), 10);
  add(failed(any_run()), 10);
  EXPECT_EQ(pair.failed(), 0u);
  ASSERT_EQ(pair.endings_without().size(), 1u);
  EXPECT_EQ(pair.endings_without()[0].failure, Failure::abort);
  EXPECT_EQ(pair.endings_without()[0].runs, 10u);
}

TEST_F(ConfirmationOf, WhatComesInAnyCaseNeedsNoDirection) {
  add_undirected(failed(any_run()), 1);
  add_undirected(any_run(), 20);
  add(failed(met(1)), 10);
  EXPECT_FALSE(needs_direction());
}

// Threads that are held back may find themselves in a circle of locks, which is no race.
TEST_F(ConfirmationOf, NorDoesADeadlock) {
  ControlledRun stuck = met(1);
  stuck.report.findings.emplace_back().kind = "deadlock";
  add_undirected(any_run(), 20);
  add(stuck, 5);
  EXPECT_FALSE(needs_direction());
}

// What never came in a few runs may come in the next.
TEST_F(ConfirmationOf, FewRunsSayLittle) {
  Confirmation sure(std::nullopt, true);
  add_undirected(any_run(), 5);
  for (int i = 0; i < 5; ++i) sure.add({}, i == 0 ? failed(met(1)) : met(1), 0);
  EXPECT_FALSE(sure.needs_direction(sure.endings().at(0), undirected));
}

// On a busy machine, or while it waits for others, a run may only be slow.
TEST_F(ConfirmationOf, TakingTooLongIsNoFailure) {
  ControlledRun killed = met(1);
  killed.overdue = 60;
  killed.status = SIGKILL;
  add(killed, 20);
  EXPECT_EQ(pair.failed(), 0u);
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
