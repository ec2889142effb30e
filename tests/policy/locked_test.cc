// Detectors under the policy with locks, fed by real threads at once: nothing is found in programs
// that keep to a discipline, and a race is found each time. Built with -fsanitize=thread this is
// also the test that the detectors themselves are free of races.
#include <atomic>
#include <barrier>
#include <gtest/gtest.h>
#include <vector>

#include "policy/detectors.h"
#include "policy/live.h"

namespace steward {
namespace {

constexpr std::uint32_t kThreads = 4;
constexpr int kRounds = 2000;

// Spread over several regions of the shadow, so over several of its locks.
constexpr std::uint64_t kShared = 0x100000;
constexpr std::uint64_t kSharedBytes = 0x40000;
constexpr std::uint64_t kCounters = 0x300000;
constexpr std::uint64_t kPrivate = 0x400000;

template <class Make>
class LockedDetectors : public testing::Test {};
using Everything = testing::Types<MakeDjit, MakeFastTrack, MakeGoldilocks, MakeSweepingGoldilocks,
                                  MakeLockset, MakeHybrid, MakeHybridByLocation,
                                  MakeHybridWithoutOrder, MakeSimple, MakeSimplePaper>;
TYPED_TEST_SUITE(LockedDetectors, Everything, DetectorNames);

// Byte i of each of these words has a lock of its own: neighbours never meet.
std::uint64_t guarded_byte(std::uint32_t word, std::uint32_t lock) {
  return kShared + word * (kSharedBytes / 16) + lock;
}

TYPED_TEST(LockedDetectors, FindNothingWhereEveryByteHasALock) {
  LiveAnalysis<TypeParam> live;
  std::vector<LiveMutex> mutexes(5);
  for (std::uint32_t i = 0; i < mutexes.size(); ++i) mutexes[i].id = LockId(100 + i);
  live.main.alloc(kShared, kSharedBytes);
  live.main.run_threads(1, kThreads, [&](auto& t) {
    for (int i = 0; i < 5 * kRounds; ++i) {
      const std::uint32_t lock = t.below(5);
      const std::uint64_t byte = guarded_byte(t.below(16), lock);
      if (t.below(3) == 0) t.sharing(mutexes[lock], [&] { t.read(byte, 1); });
      else
        t.exclusively(mutexes[lock], [&] { t.below(2) == 0 ? t.write(byte, 1) : t.read(byte, 1); });
    }
  });
  EXPECT_EQ(live.findings.count(), 0u);
}

TYPED_TEST(LockedDetectors, FindNothingInAtomicCounters) {
  LiveAnalysis<TypeParam> live;
  live.main.run_threads(1, kThreads, [&](auto& t) {
    for (int i = 0; i < kRounds; ++i) {
      // Every third one lies across the end of a region.
      const std::uint64_t counter = kCounters + 0xfff0 + t.below(3) * 6;
      switch (t.below(4)) {
        case 0: t.load(counter, 4, MemoryOrder::acquire); break;
        case 1: t.store(counter, 4, MemoryOrder::release); break;
        case 2: t.fence(MemoryOrder::acq_rel); break;
        default:
          t.rmw(counter, 4, t.below(2) == 0 ? MemoryOrder::relaxed : MemoryOrder::acq_rel);
          break;
      }
    }
  });
  EXPECT_EQ(live.findings.count(), 0u);
}

TYPED_TEST(LockedDetectors, FindNothingInMemoryOfOnesOwn) {
  LiveAnalysis<TypeParam> live;
  live.main.run_threads(1, kThreads, [&](auto& t) {
    // Blocks of three pages and a bit, those of different threads next to each other.
    constexpr std::uint64_t kBlock = 3 * 4096 + 40;
    for (int i = 0; i < kRounds / 20; ++i) {
      const std::uint64_t block =
          kPrivate + (t.below(4) * (kThreads + 1) + t.id().value()) * kBlock;
      const std::uint64_t other = block + 20 * kBlock;
      t.alloc(block, kBlock);
      t.write(block, kBlock);
      for (int k = 0; k < 20; ++k) t.write(block + t.below(kBlock - 8), 8);
      t.copy(block, other, kBlock / 2);
      t.read(other, 100);
      t.clear(other, kBlock / 2);
      t.free(block, kBlock);
    }
  });
  EXPECT_EQ(live.findings.count(), 0u);
}

// For detectors that know what orders threads.
template <class Make>
class LockedOrderedDetectors : public testing::Test {};
using Ordered = testing::Types<MakeDjit, MakeFastTrack, MakeGoldilocks, MakeSweepingGoldilocks,
                               MakeHybrid, MakeHybridByLocation>;
TYPED_TEST_SUITE(LockedOrderedDetectors, Ordered, DetectorNames);

// A block goes round: whoever gets it changes it and passes it on.
TYPED_TEST(LockedOrderedDetectors, FindNothingWhereMessagesHandOver) {
  LiveAnalysis<TypeParam> live;
  std::atomic<int> turn = 0;
  live.main.write(kShared, 64);
  live.main.run_threads(1, kThreads, [&](auto& t) {
    const int mine = static_cast<int>(t.id().value()) - 1;
    for (int i = 0; i < kRounds / 10; ++i) {
      const int now = i * static_cast<int>(kThreads) + mine;
      while (turn.load(std::memory_order_acquire) != now) std::this_thread::yield();
      if (now > 0) t.receive(MessageId(static_cast<std::uint64_t>(now)));
      t.read(kShared, 64);
      t.write(kShared + t.below(56), 8);
      t.send(MessageId(static_cast<std::uint64_t>(now) + 1));
      turn.store(now + 1, std::memory_order_release);
    }
  });
  live.main.read(kShared, 64);
  EXPECT_EQ(live.findings.count(), 0u);
}

TYPED_TEST(LockedOrderedDetectors, FindNothingWhereAFlagPublishes) {
  LiveAnalysis<TypeParam> live;
  constexpr std::uint32_t kCells = 200;
  std::vector<std::atomic<bool>> flags(kCells);
  const auto data_of = [](std::uint32_t i) { return kShared + i * 256; };
  const auto flag_of = [](std::uint32_t i) { return kCounters + i * 8; };
  live.main.run_threads(1, kThreads, [&](auto& t) {
    for (std::uint32_t i = 0; i < kCells; ++i) {
      if (i % kThreads + 1 == t.id().value()) {
        t.write(data_of(i), 200);
        t.store(flag_of(i), 1, MemoryOrder::release);
        flags[i].store(true, std::memory_order_release);
      } else {
        while (!flags[i].load(std::memory_order_acquire)) std::this_thread::yield();
        t.load(flag_of(i), 1, MemoryOrder::acquire);
        t.read(data_of(i), 200);
      }
    }
  });
  EXPECT_EQ(live.findings.count(), 0u);
}

// Threads come and go, and each generation finds what the one before left.
TYPED_TEST(LockedOrderedDetectors, FindNothingAcrossForkAndJoin) {
  LiveAnalysis<TypeParam> live;
  for (std::uint32_t generation = 0; generation < 25; ++generation) {
    live.main.write(kShared, 4096);
    live.main.run_threads(1 + generation * kThreads, kThreads, [&](auto& t) {
      const std::uint64_t own = kShared + (t.id().value() + generation) % kThreads * 1024;
      for (int i = 0; i < 20; ++i) t.write(own + t.below(1000), 8);
    });
    live.main.read(kShared, 4096);
  }
  EXPECT_EQ(live.findings.count(), 0u);
}

template <class Make>
class LockedRaceDetectors : public testing::Test {};
using FindEveryRace =
    testing::Types<MakeDjit, MakeFastTrack, MakeGoldilocks, MakeSweepingGoldilocks, MakeLockset,
                   MakeHybridByLocation, MakeSimple>;
TYPED_TEST_SUITE(LockedRaceDetectors, FindEveryRace, DetectorNames);

// Both at the same moment, as near as a barrier that the detector does not see can bring them.
TYPED_TEST(LockedRaceDetectors, FindEachOf200Races) {
  constexpr std::uint64_t kRaces = 200;
  LiveAnalysis<TypeParam> live;
  std::barrier together(2);
  LiveMutex mutexes[3] = {{LockId(1), {}}, {LockId(2), {}}, {LockId(3), {}}};
  const auto location = [](std::uint64_t i) { return kShared + i * 8; };
  live.main.run_threads(1, 2, [&](auto& t) {
    for (std::uint64_t i = 0; i < kRaces; ++i) {
      together.arrive_and_wait();
      switch (i % 4) {
        case 0: t.write(location(i), 4); break;
        case 1: t.id() == ThreadId(1) ? t.write(location(i), 4) : t.read(location(i), 4); break;
        case 2:
          t.id() == ThreadId(1) ? t.write(location(i), 4)
                                : t.rmw(location(i), 4, MemoryOrder::relaxed);
          break;
        default: t.exclusively(mutexes[t.id().value()], [&] { t.write(location(i), 4); }); break;
      }
    }
  });
  std::set<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < kRaces; ++i) expected.insert(location(i));
  EXPECT_EQ(live.findings.first_bytes(), expected);
}

// By pair, a pair of sites is reported once: a new analysis for each race.
TEST(LockedHybrid, FindsAPairOfSitesInEachOf200Runs) {
  for (int run = 0; run < 200; ++run) {
    LiveAnalysis<MakeHybrid> live;
    std::barrier together(2);
    live.main.run_threads(1, 2, [&](auto& t) {
      together.arrive_and_wait();
      t.write(kShared, 4);
    });
    ASSERT_EQ(live.findings.count(), 1u) << "in run " << run;
  }
}

}  // namespace
}  // namespace steward
