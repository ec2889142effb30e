#include "sched/strategy/random_walk.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

TEST(RandomWalk, ChoosesEachAsOften) {
  RandomWalk walk(1);
  const Candidate enabled[] = {{ThreadId(3), {}}, {ThreadId(5), {}}, {ThreadId(6), {}}};
  int times[3] = {};
  for (std::uint64_t step = 0; step < 30'000; ++step)
    ++times[walk.choose({enabled, ThreadId(3), step})];
  for (const int t : times) EXPECT_NEAR(t, 10'000, 4 * 82);
}

}  // namespace
}  // namespace steward
