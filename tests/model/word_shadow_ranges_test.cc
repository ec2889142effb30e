// Clearing and copying large ranges of the shadow of running programs: the same races as with that
// of traces, which does it plainly, whatever the ranges are. And beside other threads.
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

#include "core/detect/fasttrack.h"
#include "core/policy/word_shadow.h"

namespace steward {
namespace {

struct InWords : Locked {
  using Bits = SharedBits;
  static constexpr bool kWordLocks = true;
};

constexpr Address kMemory{0x10000 * 7 - 0x3000};  // a leaf ends within
constexpr std::uint64_t kBytes = 0x9000;
constexpr std::uint32_t kThreads = 3;

struct Step {
  enum Kind { read, write, atomic_store, clear, copy } kind;
  std::uint32_t thread;
  AddressRange range;
  Address from;
};

class RandomSteps {
 public:
  explicit RandomSteps(std::uint64_t seed) : random_(seed) {}
  Step next() {
    Step chosen;
    const std::uint64_t kind = below(10);
    chosen.kind = kind < 3   ? Step::read
                  : kind < 6 ? Step::write
                  : kind < 7 ? Step::atomic_store
                  : kind < 8 ? Step::clear
                             : Step::copy;
    chosen.thread = static_cast<std::uint32_t>(below(kThreads)) + 1;
    chosen.range = range(chosen.kind == Step::atomic_store ? 8 : kBytes);
    chosen.from = kMemory + below(kBytes - chosen.range.size + 1);
    // Mostly as allocators have it.
    if (below(4) != 0) chosen.from = Address(chosen.from.value() & ~std::uint64_t{7});
    return chosen;
  }

 private:
  AddressRange range(std::uint64_t most) {
    std::uint64_t size = 1 + below(below(2) == 0 ? std::min<std::uint64_t>(most, 64) : most);
    std::uint64_t offset = below(kBytes - size + 1);
    if (below(4) != 0) offset &= ~std::uint64_t{7};
    return {kMemory + offset, size};
  }
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  std::mt19937_64 random_;
};

// For each byte, which threads raced with which there: a bit a pair.
using Found = std::vector<std::uint16_t>;

template <class Policy>
Found races_of(std::uint64_t seed) {
  Found found(kBytes);
  Heap heap;
  const auto report = [&](const BasicFinding<typename Policy::Origin>& one) {
    const unsigned pair = one.earlier.thread.value() * 4 + one.later.thread.value();
    for (std::uint64_t i = 0; i < one.bytes.size; ++i)
      found[one.bytes.begin - kMemory + i] |= static_cast<std::uint16_t>(1u << pair);
  };
  FastTrack<Policy> detector(heap, DetectorOptions{}, report);
  for (std::uint32_t i = 1; i <= kThreads; ++i)
    detector.fork(detector.thread(ThreadId(0)), ThreadId(i));
  RandomSteps steps(seed);
  for (int i = 0; i < 60; ++i) {
    const Step one = steps.next();
    auto& t = detector.thread(ThreadId(one.thread));
    switch (one.kind) {
      case Step::read: detector.read(t, one.range, {}); break;
      case Step::write: detector.write(t, one.range, {}); break;
      case Step::atomic_store: detector.atomic_store(t, one.range, MemoryOrder::release, {}); break;
      case Step::clear: detector.clear(one.range); break;
      case Step::copy: detector.copy(one.from, one.range); break;
    }
  }
  return found;
}

TEST(WordShadowRanges, AreClearedAndCopiedAsInTheShadowOfTraces) {
  const char* const asked = std::getenv("STEWARD_SEED");
  const std::uint64_t first = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + 40; ++seed)
    ASSERT_TRUE(races_of<InWords>(seed) == races_of<Sequential>(seed)) << "STEWARD_SEED=" << seed;
}

// What others do meanwhile is neither lost nor in the way: each writes to pages of its own.
TEST(WordShadowRanges, OthersGoOnMeanwhile) {
  Heap heap(system_pages(), Heap::Sharing::many_threads);
  std::atomic<std::size_t> races = 0;
  const auto report = [&](const BasicFinding<InWords::Origin>& one) { races += one.bytes.size; };
  FastTrack<InWords> detector(heap, DetectorOptions{}, report);
  for (std::uint32_t i = 1; i <= kThreads; ++i)
    detector.fork(detector.thread(ThreadId(0)), ThreadId(i));
  constexpr std::uint64_t kOwn = 0x4000;
  const auto work = [&](std::uint32_t number) {
    auto& t = detector.thread(ThreadId(number));
    const Address mine = kMemory + number * 2 * kOwn;
    for (int round = 0; round < 300; ++round) {
      detector.write(t, {mine, kOwn}, {});
      detector.copy(mine, {mine + kOwn, kOwn});
      detector.read(t, {mine + kOwn / 2, kOwn}, {});
      detector.clear({mine, kOwn + 8});
    }
    detector.write(t, {mine, 2 * kOwn}, {});
  };
  { std::jthread one(work, 1u), two(work, 2u); }
  EXPECT_EQ(races, 0u);
  // All of it is remembered.
  for (const std::uint64_t number : {1u, 2u})
    detector.write(detector.thread(ThreadId(3)), {kMemory + number * 2 * kOwn, 2 * kOwn}, {});
  EXPECT_EQ(races, 4 * kOwn);
}

}  // namespace
}  // namespace steward
