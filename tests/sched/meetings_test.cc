// What is told of a run that nobody directs: that two threads stood at the pair, and no more.
#include "sched/strategy/meetings.h"

#include <gtest/gtest.h>

#include "sched/cells.h"
#include "sched/hits.h"
#include "sched/machine.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

Program writes(Machine& m, Machine::Cell cell, unsigned statement, int before) {
  for (int k = 0; k < before; ++k) co_await m.work();
  co_await m.write(cell, 1, statement);
}
Program reads(Machine& m, unsigned statement) { co_await m.read(x, statement); }

template <class Start>
std::size_t hits_of(std::uint64_t seed, Start start, bool wanted = true) {
  Heap heap;
  Machine machine;
  start(machine);
  RandomWalk base(seed);
  Hits hits;
  Meetings meetings(heap, base, {&kPair, 1}, hits);
  EXPECT_TRUE(machine.run(meetings));
  for (const Hit& hit : hits.all) EXPECT_EQ(hit.wanted, wanted);
  return hits.all.size();
}

// Who has begun stands at its access: the other one begins before that, or after it.
TEST(Meetings, AreToldOnceIfBothAreThere) {
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::size_t hits = hits_of(seed, [](Machine& m) {
      m.start(writes, x, 1u, 0);
      m.start(reads, 2u);
    });
    EXPECT_LE(hits, 1u);
    met += hits;
  }
  EXPECT_NEAR(static_cast<double>(met), 500, 80);
}

// Figure 2 of the paper: who has much to do first comes when the other is gone.
TEST(Meetings, AreRareIfOneHasMuchToDoFirst) {
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    met += hits_of(seed, [](Machine& m) {
      m.start(writes, x, 1u, 100);
      m.start(reads, 2u);
    });
  EXPECT_EQ(met, 0u);
}

TEST(Meetings, NeedTheSameBytesAndAWrite) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(hits_of(seed,
                      [](Machine& m) {
                        m.start(writes, y, 1u, 0);
                        m.start(reads, 2u);
                      }),
              0u);
    EXPECT_EQ(hits_of(seed,
                      [](Machine& m) {
                        m.start(reads, 1u);
                        m.start(reads, 2u);
                      }),
              0u);
  }
}

TEST(Meetings, OfOtherPairsAreToldAsNotWanted) {
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    met += hits_of(
        seed,
        [](Machine& m) {
          m.start(writes, x, 1u, 0);
          m.start(writes, x, 1u, 0);
        },
        /*wanted=*/false);
  EXPECT_GT(met, 0u);
}

}  // namespace
}  // namespace steward
