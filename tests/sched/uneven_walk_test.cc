#include "sched/strategy/uneven_walk.h"

#include <gtest/gtest.h>

#include "sched/machine.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

constexpr Machine::Cell kSeen = 1, kFlag = 2;

Program goes_far(Machine& m) {
  for (int k = 0; k < 20; ++k) co_await m.work();
  co_await m.write(kFlag, 1);
}
// In how many of 200 runs a thread of one step makes it when another one is through with many.
template <class Walk>
int runs_with_the_short_one_last() {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Machine machine;
    machine.start(goes_far);
    machine.start(+[](Machine& m) -> Program { co_await m.write(kSeen, co_await m.read(kFlag)); });
    Walk walk(seed);
    EXPECT_TRUE(machine.run(walk));
    count += machine.value(kSeen);
  }
  return count;
}

TEST(UnevenWalk, LetsThreadsComeLate) {
  EXPECT_LT(runs_with_the_short_one_last<RandomWalk>(), 3);
  const int late = runs_with_the_short_one_last<UnevenWalk>();
  EXPECT_GT(late, 20);
  EXPECT_LT(late, 150);
}

// All but one only wait for it.
TEST(UnevenWalk, NobodyStarves) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Machine machine;
    machine.start(goes_far);
    for (int k = 0; k < 3; ++k)
      machine.start(+[](Machine& m) -> Program {
        while (co_await m.read(kFlag, 0, /*idle=*/true) == 0) {
        }
      });
    UnevenWalk walk(seed);
    EXPECT_TRUE(machine.run(walk)) << "seed " << seed;
  }
}

TEST(UnevenWalk, SpeedsAreOfTheRun) {
  const Candidate enabled[] = {{ThreadId(0), {}}, {ThreadId(1), {}}, {ThreadId(2), {}}};
  bool differ = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    UnevenWalk walk(seed), again(seed);
    int times[3] = {};
    for (std::uint64_t step = 0; step < 2'000; ++step) {
      const std::size_t chosen = walk.choose({enabled, ThreadId(0), step});
      ASSERT_EQ(again.choose({enabled, ThreadId(0), step}), chosen);
      ++times[chosen];
    }
    for (const int t : times) EXPECT_GT(t, 0) << "seed " << seed;
    differ |= times[0] > 20 * times[2];
  }
  EXPECT_TRUE(differ);
}

}  // namespace
}  // namespace steward
