// What detectors need depends on what there is (locations, threads, locks), not on how long it goes
// on: the same generated execution, ten times longer, needs about the same memory.
#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "core/detect/dispatch.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/simple.h"
#include "unit/operations.h"

namespace steward {
namespace {

enum class Discipline : bool { wild, guarded };

// Four threads, five locks, a thousand locations. In a guarded execution each location has a lock
// that is always held there; messages go round, so that threads get to know of each other.
class Generator {
 public:
  explicit Generator(Discipline discipline) : discipline_(discipline) {}

  Event next() {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    Draw draw(random_ >> 12);
    const std::uint32_t t = draw.below(kThreads);
    const std::uint32_t what = draw.below(100);
    if (what < 2) return event::send(ThreadId(t), MessageId(draw.below(8)));
    if (what < 4) return event::receive(ThreadId(t), MessageId(draw.below(8)));
    if (what < 5)
      return event::atomic(EventKind::atomic_rmw, ThreadId(t), atomic(draw), MemoryOrder::acq_rel);
    if (what < 20) return change_locks(t, draw);
    return access(t, draw);
  }

 private:
  static constexpr std::uint32_t kThreads = 4;
  static constexpr std::uint32_t kLocks = 5;
  static constexpr std::uint32_t kLocations = 1000;

  static AddressRange atomic(Draw& draw) { return {Address(0x20000 + draw.below(10) * 8), 8}; }
  Event change_locks(std::uint32_t t, Draw& draw) {
    std::vector<std::uint32_t>& held = held_[t];
    const std::uint32_t lock = draw.below(kLocks);
    if (held.size() < 3 && !taken_[lock] && draw.flip()) {
      taken_[lock] = true;
      held.push_back(lock);
      return event::acquire(ThreadId(t), LockId(lock));
    }
    if (held.empty()) return access(t, draw);
    const std::uint32_t released = held.back();
    held.pop_back();
    taken_[released] = false;
    return event::release(ThreadId(t), LockId(released));
  }
  // Location l has lock l mod kOwners, or is one thread's own.
  Event access(std::uint32_t t, Draw& draw) {
    constexpr std::uint32_t kOwners = kLocks + kThreads;
    std::uint32_t location = draw.below(kLocations);
    const std::vector<std::uint32_t>& held = held_[t];
    if (discipline_ == Discipline::guarded) {
      const std::uint32_t owner =
          held.empty() ? kLocks + t : held[draw.below(static_cast<std::uint32_t>(held.size()))];
      location = location / kOwners * kOwners + owner;
    }
    const bool writes = draw.below(3) == 0;
    const SiteId site(1 + location % 10 * 2 + (writes ? 1 : 0));
    const AddressRange range{Address(0x10000 + location * 8), 8};
    return writes ? event::write(ThreadId(t), range, site) : event::read(ThreadId(t), range, site);
  }

  const Discipline discipline_;
  std::uint64_t random_ = 1;
  std::array<std::vector<std::uint32_t>, kThreads> held_;
  std::array<bool, kLocks> taken_ = {};
};

constexpr std::uint64_t kShort = 200'000;
constexpr std::uint64_t kLong = 2'000'000;

template <class Make>
void expect_bounded_memory(Discipline discipline, Make make) {
  Heap heap;
  std::uint64_t findings = 0;
  auto count = [&](const Finding&) { ++findings; };
  const auto detector = make(heap, count);
  for (std::uint32_t t = 0; t < 4; ++t) detector->thread(ThreadId(t));
  Dispatcher dispatch(heap, *detector);
  Generator generator(discipline);
  std::uint64_t event = 0;
  while (event < kShort) dispatch(generator.next(), EventIndex(event++));
  const std::size_t early = heap.in_use();
  while (event < kShort + kLong) dispatch(generator.next(), EventIndex(event++));
  EXPECT_LE(heap.in_use(), early * 3 / 2) << "was " << early;
  // The generator keeps what it promises, and the detector saw it.
  EXPECT_EQ(findings == 0, discipline == Discipline::guarded);
}

template <class Report>
auto hybrid(Heap& heap, Report& report, Granularity granularity) {
  HybridOptions options;
  options.granularity = granularity;
  return std::make_unique<Hybrid<Sequential>>(heap, options, report);
}

class MemoryBound : public testing::TestWithParam<Discipline> {};
INSTANTIATE_TEST_SUITE_P(Both, MemoryBound, testing::Values(Discipline::wild, Discipline::guarded));

TEST_P(MemoryBound, OfFastTrack) {
  expect_bounded_memory(GetParam(), [](Heap& heap, auto& report) {
    return std::make_unique<FastTrack<Sequential>>(heap, DetectorOptions(), report);
  });
}
TEST_P(MemoryBound, OfGoldilocks) {
  expect_bounded_memory(GetParam(), [](Heap& heap, auto& report) {
    return std::make_unique<Goldilocks<Sequential>>(heap, DetectorOptions(), GoldilocksOptions(),
                                                    report);
  });
}
TEST_P(MemoryBound, OfLockset) {
  expect_bounded_memory(GetParam(), [](Heap& heap, auto& report) {
    return std::make_unique<LocksetDetector<Sequential>>(heap, report);
  });
}
TEST_P(MemoryBound, OfHybridByPair) {
  expect_bounded_memory(
      GetParam(), [](Heap& heap, auto& report) { return hybrid(heap, report, Granularity::pair); });
}
TEST_P(MemoryBound, OfHybridByLocation) {
  expect_bounded_memory(GetParam(), [](Heap& heap, auto& report) {
    return hybrid(heap, report, Granularity::location);
  });
}
TEST_P(MemoryBound, OfSimple) {
  expect_bounded_memory(GetParam(), [](Heap& heap, auto& report) {
    return std::make_unique<Simple<Sequential>>(heap, LimitedOrderOptions(), report);
  });
}

// Two threads whose locks live for one access each, at one location and at many: those of one end
// before the other takes its own.
template <class Make>
void expect_bounded_memory_of_locks(Make make) {
  Heap heap;
  const auto ignore = [](const Finding&) {};
  const auto detector = make(heap, ignore);
  std::size_t early = 0;
  for (std::uint64_t life = 0; life < 60'000; ++life) {
    auto& t = detector->thread(ThreadId(1 + life % 2));
    const LockId lock(life % 10);
    detector->acquire(t, lock, LockMode::exclusive);
    for (const std::uint64_t location : {std::uint64_t{0}, 1 + life % 1000}) {
      const AddressRange range{Address(0x10000 + location * 8), 8};
      detector->write(t, range,
                      {EventIndex(life), AccessKind::write, range, SiteId(1), LocksetId()});
    }
    detector->release(t, lock, LockMode::exclusive);
    detector->forget(lock);
    if (life == 6'000) early = heap.in_use();
  }
  EXPECT_LE(heap.in_use(), early * 3 / 2) << "was " << early;
}

TEST(MemoryBoundOfLocks, OfHybrid) {
  expect_bounded_memory_of_locks([](Heap& heap, auto& report) {
    return std::make_unique<Hybrid<Sequential>>(heap, HybridOptions(), report);
  });
}
TEST(MemoryBoundOfLocks, OfSimple) {
  expect_bounded_memory_of_locks([](Heap& heap, auto& report) {
    return std::make_unique<Simple<Sequential>>(heap, LimitedOrderOptions(), report);
  });
}

}  // namespace
}  // namespace steward
