#include "sched/strategy/naps.h"

#include <gtest/gtest.h>
#include <memory>

#include "sched/machine.h"
#include "sched/strategy/random_walk.h"

namespace steward {
namespace {

constexpr Machine::Cell kCountedTo = 1, kRaised = 2;
constexpr std::uint64_t kStepsBesideNaps = 64;

// Between the two reads much happens, but not all.
Program looks_twice(Machine& m) {
  const int before = co_await m.read(kCountedTo);
  const int after = co_await m.read(kCountedTo);
  if (before == 0 && after > 15 && after < 20) m.fail(1);
}
Program counts_to_20(Machine& m) {
  for (int k = 1; k <= 20; ++k) co_await m.write(kCountedTo, k);
}

template <class Make>
int runs_with_much_in_between(Make make) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(looks_twice);
    machine.start(counts_to_20);
    auto strategy = make(heap, seed);
    EXPECT_TRUE(machine.run(*strategy));
    count += machine.failed(1);
  }
  return count;
}

TEST(Naps, LetMuchHappenBetweenTwoSteps) {
  EXPECT_GT(runs_with_much_in_between([](Heap& heap, std::uint64_t seed) {
              return std::make_unique<Naps>(heap, seed, kStepsBesideNaps);
            }),
            4);
  EXPECT_EQ(runs_with_much_in_between(
                [](Heap&, std::uint64_t seed) { return std::make_unique<RandomWalk>(seed); }),
            0);
}

// Who looks a few times before it goes to sleep: also if that looks like waiting.
TEST(Naps, LetOthersLookInVainForLong) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(+[](Machine& m) -> Program {
      for (int k = 0; k < 12; ++k)
        if (co_await m.read(kRaised, 0, /*idle=*/k > 0) != 0) co_return;
      m.fail(1);
    });
    machine.start(+[](Machine& m) -> Program { co_await m.write(kRaised, 1); });
    Naps naps(heap, seed, kStepsBesideNaps);
    EXPECT_TRUE(machine.run(naps));
    found += machine.failed(1);
  }
  EXPECT_GT(found, 20);
}

TEST(Naps, NobodySleepsForEver) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Heap heap;
    Machine machine;
    machine.start(+[](Machine& m) -> Program {
      for (int k = 0; k < 20; ++k) co_await m.work();
      co_await m.write(kRaised, 1);
    });
    machine.start(+[](Machine& m) -> Program {
      while (co_await m.read(kRaised) == 0) {
      }
    });
    Naps naps(heap, seed, kStepsBesideNaps);
    EXPECT_TRUE(machine.run(naps, 20'000)) << "seed " << seed;
  }
}

TEST(Naps, AreTheSameForTheSameSeed) {
  const Candidate enabled[] = {{ThreadId(0), {}}, {ThreadId(1), {}}, {ThreadId(2), {}}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Heap heap;
    Naps naps(heap, seed, kStepsBesideNaps), again(heap, seed, kStepsBesideNaps);
    for (std::uint64_t step = 0; step < 2'000; ++step)
      ASSERT_EQ(again.choose({enabled, ThreadId(0), step}),
                naps.choose({enabled, ThreadId(0), step}));
  }
}

}  // namespace
}  // namespace steward
