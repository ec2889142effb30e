#include "sched/strategy/metrics.h"

#include <gtest/gtest.h>

#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

TEST(Metrics, CountsStepsChoicesSwitchesThreadsAndDraws) {
  Heap heap;
  RandomWalk base(1);
  Metrics metrics(heap, base);
  const Candidate one[] = {{ThreadId(1), {}}};
  const Candidate other[] = {{ThreadId(2), {}}};
  const Candidate both[] = {{ThreadId(1), {}}, {ThreadId(2), {}}};

  EXPECT_EQ(metrics.choose({one, ThreadId(0), 0}), 0u);
  EXPECT_EQ(metrics.choose({one, ThreadId(1), 1}), 0u);
  EXPECT_EQ(metrics.choose({other, ThreadId(1), 2}), 0u);
  const std::size_t chosen = metrics.choose({both, ThreadId(2), 3});
  EXPECT_LT(metrics.draw(3), 3u);

  EXPECT_EQ(metrics.counts().steps, 4u);
  EXPECT_EQ(metrics.counts().choices, 1u);
  EXPECT_EQ(metrics.counts().switches, chosen == 0 ? 2u : 1u);
  EXPECT_EQ(metrics.counts().threads, 2u);
  EXPECT_EQ(metrics.counts().draws, 1u);
  EXPECT_EQ(metrics.counts().most_enabled, 2u);
}

class Sleepy final : public Strategy {
 public:
  std::size_t choose(const Moment&) override { return kLetTimePass; }
  std::uint64_t draw(std::uint64_t) override { return 0; }
};

TEST(Metrics, TimeThatPassesIsNoStep) {
  Heap heap;
  Sleepy base;
  Metrics metrics(heap, base);
  const Candidate one[] = {{ThreadId(1), {}}};
  EXPECT_EQ(metrics.choose({one, ThreadId(0), 0, true}), kLetTimePass);
  EXPECT_EQ(metrics.counts().steps, 0u);
}

}  // namespace
}  // namespace steward
