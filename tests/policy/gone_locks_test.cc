// Locks are destroyed and made anew while real threads are at work: what is remembered of them is
// tidied up all the time, nothing is made up meanwhile, and what races is found.
#include <atomic>
#include <gtest/gtest.h>

#include "core/detect/hybrid.h"
#include "core/detect/simple.h"
#include "policy/live.h"

namespace steward {
namespace {

constexpr std::uint64_t kSharedBlock = 0x100000;
constexpr std::uint64_t kPrivateBlocks = 0x200000;
constexpr std::uint64_t kPrivateBytes = 0x1000;
constexpr LimitedOrderOptions kOften{.gone_locks = 1};

// As a running program has it: words are held one by one.
struct LockedWords : Locked {
  using Bits = SharedBits;
  static constexpr bool kWordLocks = true;
};

template <class Policy>
struct OfHybrid : Hybrid<Policy> {
  OfHybrid(Heap& heap, LiveFindings& findings)
      : Hybrid<Policy>(heap, {.order = kOften}, findings) {}
};
template <class Policy>
struct OfSimple : Simple<Policy> {
  OfSimple(Heap& heap, LiveFindings& findings) : Simple<Policy>(heap, kOften, findings) {}
};

template <class Detector>
class LockedGoneLocks : public testing::Test {
 protected:
  Heap heap_{system_pages(), Locked::kHeap};
  LiveFindings findings_;
  Detector detector_{heap_, findings_};
  LiveThread<Detector> main_{detector_, ThreadId(0)};
};
using Detectors = testing::Types<OfHybrid<Locked>, OfHybrid<LockedWords>, OfSimple<Locked>>;
TYPED_TEST_SUITE(LockedGoneLocks, Detectors);

// Each thread has a lock for each of its rounds, and under it uses what another one guards, and
// what is its own.
TYPED_TEST(LockedGoneLocks, AreTidiedUpWhileOthersAreAtWork) {
  LiveMutex guard{LockId(1), {}};
  this->main_.run_threads(1, 4, [&](auto& t) {
    const std::uint64_t own = kPrivateBlocks + t.id().value() * 2 * kPrivateBytes;
    for (int round = 0; round < 200; ++round) {
      LiveMutex mutex{LockId(100 + t.id().value()), {}};
      t.exclusively(mutex, [&] {
        for (int i = 0; i < 5; ++i) {
          const std::uint64_t at = kSharedBlock + 8 * t.below(64);
          t.exclusively(guard, [&] { t.write(at, 8); });
          t.write(own + t.below(kPrivateBytes - 8), 8);
        }
        t.copy(own, own + kPrivateBytes, kPrivateBytes);
      });
      this->detector_.forget(mutex.id);
    }
  });
  EXPECT_EQ(this->findings_.count(), 0u);
}

TYPED_TEST(LockedGoneLocks, DoNotProtectFromTheirSuccessors) {
  std::atomic<std::uint32_t> turn = 1;
  this->main_.run_threads(1, 2, [&](auto& t) {
    while (turn.load(std::memory_order_acquire) != t.id().value()) std::this_thread::yield();
    LiveMutex mutex{LockId(7), {}};
    t.exclusively(mutex, [&] { t.write(kSharedBlock, 4); });
    this->detector_.forget(mutex.id);
    turn.store(t.id().value() + 1, std::memory_order_release);
  });
  EXPECT_EQ(this->findings_.first_bytes(), std::set{kSharedBlock});
}

}  // namespace
}  // namespace steward
