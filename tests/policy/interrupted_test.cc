// Races that real threads meet once in a million times, made to happen: at a chosen moment another
// thread gets in.
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <utility>

#include "core/detect/goldilocks.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// Where the last reference to something is dropped, and at most the location is held, another
// thread does something of its own.
struct Interrupted : Sequential {
  struct Lock {
    void lock() { ++held; }
    void unlock() { --held; }
  };
  class Counter {
   public:
    void add() { ++count_; }
    bool drop() {
      const bool last = --count_ == 0;
      if (last && held <= 1) interrupt();
      return last;
    }

   private:
    std::uint32_t count_ = 1;
  };

  static void interrupt() {
    if (other) std::exchange(other, nullptr)();
  }
  inline static int held = 0;
  inline static std::function<void()> other;
};

TEST(InterruptedGoldilocks, ASweepCopesWithASegmentThatIsBeingFreed) {
  constexpr LockId kLock(1);
  constexpr AddressRange kX{Address(0x1000), 4};
  constexpr AddressRange kY{Address(0x1008), 4};
  Heap heap;
  Findings findings;
  Goldilocks<Interrupted> detector(heap, {}, {.short_circuits = false, .sweep_every = 1}, findings);
  auto& first = detector.thread(ThreadId(1));
  auto& second = detector.thread(ThreadId(2));
  const auto acquire = [&] { detector.acquire(first, kLock, LockMode::exclusive); };
  const auto release = [&] { detector.release(first, kLock, LockMode::exclusive); };
  // Two segments of the first thread, which its next release makes equal.
  detector.write(first, kX, {});
  acquire();
  release();
  acquire();
  detector.write(first, kY, {});
  // That release comes while the second thread drops the last reference to the older one.
  Interrupted::other = [&] {
    release();
    for (int i = 0; i < 5; ++i) {  // until the list is long enough for a sweep
      acquire();
      release();
    }
  };
  detector.write(second, kX, {});
  Interrupted::interrupt();  // now, if there was no way to get in

  // Whoever still refers to what was freed finds this instead.
  void* reused = heap.allocate(sizeof(Goldilocks<Interrupted>::Segment));
  std::memset(reused, 0xff, sizeof(Goldilocks<Interrupted>::Segment));
  detector.write(second, kY, {});
  EXPECT_EQ(findings.all().size(), 2u);
  heap.deallocate(reused, sizeof(Goldilocks<Interrupted>::Segment));
}

}  // namespace
}  // namespace steward
