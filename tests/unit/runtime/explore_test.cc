// The small parts of controlled executions: time, spinning, watched code.
#include <gtest/gtest.h>

#include "base/heap.h"
#include "runtime/explore/spin_watch.h"
#include "runtime/explore/statements.h"
#include "runtime/explore/virtual_time.h"

namespace steward {
namespace {

TEST(VirtualClock, AllClocksGoOnTogether) {
  VirtualClock clock(5'000'000'000);
  const timespec calendar = clock.read(CLOCK_REALTIME);
  const timespec monotonic = clock.read(CLOCK_MONOTONIC);
  EXPECT_EQ(calendar.tv_sec, 5);
  clock.pass(2'000'000'000);
  EXPECT_EQ(clock.read(CLOCK_REALTIME).tv_sec, calendar.tv_sec + 2);
  EXPECT_EQ(clock.read(CLOCK_MONOTONIC).tv_sec, monotonic.tv_sec + 2);
}

TEST(VirtualClock, LookingAtItTakesTime) {
  VirtualClock clock(0);
  const timespec until = {0, 1'000'000};
  int looks = 0;
  while (clock.read(CLOCK_PROCESS_CPUTIME_ID).tv_nsec < until.tv_nsec) ++looks;
  EXPECT_GT(looks, 10);
}

TEST(VirtualClock, KnowsWhenADeadlineIs) {
  VirtualClock clock(7'000'000'000);
  timespec soon = clock.read(CLOCK_REALTIME);
  soon.tv_sec += 3;
  EXPECT_EQ(clock.when(CLOCK_REALTIME, soon), clock.now() + 3'000'000'000);
  EXPECT_EQ(clock.when(CLOCK_REALTIME, {0, 0}), 0u) << "long ago";
  EXPECT_EQ(clock.when(CLOCK_REALTIME, {INT64_MAX, 0}), kNever);
  EXPECT_EQ(clock.after({INT64_MAX, 0}), kNever);
  EXPECT_EQ(clock.after({1, 5}), clock.now() + 1'000'000'005);
  EXPECT_FALSE(VirtualClock::is_valid({0, 1'000'000'000}));
}

TEST(SpinWatch, TheSameLooksAgainAreASpin) {
  SpinWatch watch;
  EXPECT_FALSE(watch.repeats(1, 0x10, 0));
  EXPECT_FALSE(watch.repeats(2, 0x20, 5));
  EXPECT_TRUE(watch.repeats(1, 0x10, 0));
  EXPECT_TRUE(watch.repeats(2, 0x20, 5));
  EXPECT_FALSE(watch.repeats(1, 0x10, 1)) << "another value";
}

TEST(SpinWatch, WhoDoesSomethingDoesNotSpin) {
  SpinWatch watch;
  EXPECT_FALSE(watch.repeats(1, 0x10, 0));
  watch.did_something();
  EXPECT_FALSE(watch.repeats(1, 0x10, 0));
}

TEST(Statements, AreFoundByTheAddressBehindACall) {
  Heap heap;
  CodeFilter filter;
  Statements statements(heap, filter);
  statements.add(0x1000, 0x1010, StatementId(1));
  statements.add(0x1040, 0x10c0, StatementId(2));
  EXPECT_EQ(statements.at(0x1000), kNoStatement) << "the call before it";
  EXPECT_EQ(statements.at(0x1001), StatementId(1));
  EXPECT_EQ(statements.at(0x1010), StatementId(1));
  EXPECT_EQ(statements.at(0x1011), kNoStatement);
  EXPECT_EQ(statements.at(0x1080), StatementId(2));
  for (std::uint64_t counter = 0x1041; counter <= 0x10c0; ++counter)
    EXPECT_TRUE(filter.may_contain(counter));
  EXPECT_FALSE(filter.may_contain(0x5000));
  statements.clear();
  EXPECT_EQ(statements.at(0x1001), kNoStatement);
  EXPECT_FALSE(filter.may_contain(0x1001));
}

}  // namespace
}  // namespace steward
