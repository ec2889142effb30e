// What runs with stale values say of a location: cli/explore/classification.h, without any program.
#include "cli/explore/classification.h"

#include <csignal>
#include <gtest/gtest.h>

namespace steward::cli {
namespace {

using channel::Stale;
using report::Failure;

ControlledRun run() { return {}; }
// One in which some read got a stale value.
ControlledRun stale() {
  ControlledRun run;
  run.memory.choices = 3;
  run.stale_count = 1;
  run.stale_read.emplace();
  run.stale_read->race.fingerprint = "f";
  return run;
}
ControlledRun that_aborted(ControlledRun run) {
  run.status = SIGABRT;
  return run;
}
ControlledRun hanging() {
  ControlledRun run = stale();
  run.report.findings.emplace_back().kind = "hang";
  return run;
}

struct ClassificationOf : testing::Test {
  void add(std::uint64_t seed, const ControlledRun& sequential, const ControlledRun& by_heuristic) {
    ControlledWish wish;
    wish.header.seed = seed;
    location.add_sequential(wish, sequential);
    wish.header.stale = Stale::oldest;
    location.add(wish, by_heuristic);
  }
  Classification location{store::Usual(0)};
};

TEST_F(ClassificationOf, AFailureThatNeedsAStaleValueIsHarm) {
  add(1, run(), that_aborted(stale()));
  add(2, run(), that_aborted(stale()));
  add(3, run(), stale());
  ASSERT_EQ(location.harms().size(), 1u);
  const Harm& harm = location.harms()[0];
  EXPECT_EQ(harm.failure, Failure::abort);
  EXPECT_EQ(harm.heuristic, Stale::oldest);
  EXPECT_EQ(harm.runs, 2u);
  EXPECT_EQ(harm.kept.wish.header.seed, 1u);
  EXPECT_EQ(location.by(Stale::oldest).failed, 2u);
  EXPECT_EQ(location.all().runs, 3u);
  EXPECT_EQ(location.all().stale, 3u);
  EXPECT_TRUE(location.races().contains("f"));
}

// The same decisions fail without it, too.
TEST_F(ClassificationOf, WhatFailsWithTheSameSeedWithoutAStaleValueIsTheSchedulesDoing) {
  add(1, that_aborted(run()), that_aborted(stale()));
  EXPECT_TRUE(location.harms().empty());
  ASSERT_EQ(location.by_schedule().size(), 1u);
  EXPECT_EQ(location.by_schedule()[0].failure, Failure::abort);
  // With another seed it does not, or fails otherwise.
  add(2, run(), that_aborted(stale()));
  ControlledRun crashed = run();
  crashed.status = SIGSEGV;
  add(3, crashed, that_aborted(stale()));
  ASSERT_EQ(location.harms().size(), 1u);
  EXPECT_EQ(location.harms()[0].runs, 2u);
}

TEST_F(ClassificationOf, WithoutAnyStaleValueNothingIsBlamedOnOne) {
  add(1, run(), that_aborted(run()));
  EXPECT_TRUE(location.harms().empty());
}

TEST_F(ClassificationOf, WhatIsKilledForTheTimeItTookIsNotBlamed) {
  ControlledRun run_overdue = hanging();
  run_overdue.overdue = 60;
  add(1, run(), run_overdue);
  EXPECT_TRUE(location.harms().empty());
  EXPECT_EQ(location.overdue(), 1u);
  add(2, run(), hanging());
  ASSERT_EQ(location.harms().size(), 1u);
  EXPECT_EQ(location.harms()[0].failure, Failure::hang);
}

// A program that fails now and then on its own does so with stale values, too.
TEST_F(ClassificationOf, WhatChanceExplainsIsNotBlamed) {
  Undisturbed undisturbed;
  for (int i = 0; i < 20; ++i) {
    undisturbed.add({}, i % 2 == 0 ? that_aborted(run()) : run());
    add(static_cast<std::uint64_t>(i), run(), i % 2 == 0 ? that_aborted(stale()) : stale());
  }
  ASSERT_EQ(location.harms().size(), 1u);
  EXPECT_FALSE(location.is_due_to_stale_values(location.harms()[0], undisturbed));
  EXPECT_TRUE(location.is_due_to_stale_values(location.harms()[0], Undisturbed()));
}

TEST(ClassifiedBy, SlownessIsToldApart) {
  store::Usual usual(0);
  usual.accesses = 100;
  Classification location(usual);
  ControlledWish wish;
  wish.header.stale = Stale::random;
  ControlledRun slow = stale();
  slow.accesses = 200;
  location.add(wish, slow);
  EXPECT_TRUE(location.harms().empty());
  slow.accesses = 201;
  location.add(wish, slow);
  ASSERT_EQ(location.harms().size(), 1u);
  EXPECT_EQ(location.harms()[0].failure, Failure::slow);
  EXPECT_EQ(location.by(Stale::random).failed, 0u);
  EXPECT_EQ(location.by(Stale::random).slow, 1u);
}

// Output counts only if it is always the same.
TEST(ClassifiedBy, OutputThatNoUndisturbedRunWrites) {
  Undisturbed undisturbed;
  ControlledRun run;
  run.output = "42\n";
  for (int i = 0; i < 5; ++i) {
    undisturbed.add({}, run);
    undisturbed.add_tracked({}, run);
  }
  const auto failure_of = [&](const std::string& output) {
    ControlledRun other = stale();
    other.output = output;
    return ending_of(other, undisturbed.usual()).failure;
  };
  EXPECT_EQ(failure_of("42\n"), std::nullopt);
  EXPECT_EQ(failure_of("41\n"), Failure::wrong_output);
  run.output = "43\n";
  undisturbed.add({}, run);
  EXPECT_EQ(failure_of("41\n"), std::nullopt);
}

TEST(ClassifiedBy, TheUsersCommandLooksAtTheOutput) {
  ControlledRun run;
  run.output = "sum: 42\n";
  store::Usual usual(0);
  usual.check = "grep -q 'sum: 42'";
  EXPECT_EQ(ending_of(run, usual).failure, std::nullopt);
  run.output = "sum: 41\n";
  EXPECT_EQ(ending_of(run, usual).failure, Failure::wrong_output);
  EXPECT_EQ(ending_of(run, usual).detail, "--check ends with 1");
}

TEST(ClassifiedBy, ReportsOfSanitizersAreFailures) {
  ControlledRun run;
  run.output = "a.cc:3:5: runtime error: division by zero\n";
  EXPECT_EQ(ending_of(run, 0).failure, Failure::abort);
}

}  // namespace
}  // namespace steward::cli
