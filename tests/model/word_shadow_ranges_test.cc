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
  static inline thread_local std::uint32_t self_ = 0;
};
// As `run` has them: words keep what is simple in place, and pages belong to threads.
struct InPackedWords : InWords {
  class Origin {
   public:
    Origin(std::uint32_t number = 0, AccessKind kind = AccessKind::read)
        : number_(number), kind_(kind) {}
    std::uint32_t number() const { return number_; }
    friend bool operator==(const Origin&, const Origin&) = default;

   private:
    std::uint32_t number_;
    AccessKind kind_;
  };
  static std::uint32_t self() { return self_; }
};
static_assert(FastTrackCell<InPackedWords>::kPacks);

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

// Those of words say which thread's they are, in bits that stand in different places of a word.
template <class Origin>
Origin origin_of(const Step& step, int number) {
  const auto kind = step.kind == Step::write ? AccessKind::write : AccessKind::read;
  if constexpr (PackableOrigin<Origin>)
    return {static_cast<std::uint32_t>(number) * 1000 + step.thread, kind};
  else return {};
}
template <class Origin>
void expect_origin_of(ThreadId thread, const Origin& origin) {
  if constexpr (PackableOrigin<Origin>) {
    EXPECT_TRUE(origin.number() == 0 || origin.number() % 1000 == thread.value());
  }
}

// For each byte, which threads raced with which there: a bit a pair.
using Found = std::vector<std::uint16_t>;

// The same, little by little.
template <class Detector>
void clear_in_parts(Detector& detector, AddressRange range) {
  range.for_each_chunk(64, [&](AddressRange part) { detector.clear(part); });
}
template <class Detector>
void copy_in_parts(Detector& detector, Address from, AddressRange to) {
  for (std::uint64_t done = 0; done < to.size;) {
    const std::uint64_t size = std::min<std::uint64_t>(64, to.size - done);
    // What is read has not been written.
    const std::uint64_t at = from > to.begin ? done : to.size - done - size;
    detector.copy(from + at, {to.begin + at, size});
    done += size;
  }
}

template <class Policy>
Found races_of(std::uint64_t seed, bool in_parts = false) {
  using Origin = typename Policy::Origin;
  Found found(kBytes);
  Heap heap;
  const auto report = [&](const BasicFinding<Origin>& one) {
    expect_origin_of(one.earlier.thread, one.earlier.origin);
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
    InWords::self_ = one.thread + 1;
    switch (one.kind) {
      case Step::read: detector.read(t, one.range, origin_of<Origin>(one, i)); break;
      case Step::write: detector.write(t, one.range, origin_of<Origin>(one, i)); break;
      case Step::atomic_store: detector.atomic_store(t, one.range, MemoryOrder::release, {}); break;
      case Step::clear:
        if (in_parts) clear_in_parts(detector, one.range);
        else detector.clear(one.range);
        break;
      case Step::copy:
        if (in_parts) copy_in_parts(detector, one.from, one.range);
        else detector.copy(one.from, one.range);
        break;
    }
  }
  return found;
}

std::uint64_t first_seed() {
  const char* const asked = std::getenv("STEWARD_SEED");
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : 1;
}

TEST(WordShadowRanges, AreClearedAndCopiedAsInTheShadowOfTraces) {
  const std::uint64_t first = first_seed();
  for (std::uint64_t seed = first; seed < first + 40; ++seed) {
    ASSERT_TRUE(races_of<InWords>(seed) == races_of<Sequential>(seed)) << "STEWARD_SEED=" << seed;
  }
}

// Words that keep accesses in place remember others than the shadow of traces after a race.
// tests/policy has them, word by word.
TEST(WordShadowRanges, AreClearedAndCopiedAsLittleByLittle) {
  const std::uint64_t first = first_seed();
  for (std::uint64_t seed = first; seed < first + 100; ++seed)
    ASSERT_TRUE(races_of<InPackedWords>(seed) == races_of<InPackedWords>(seed, true))
        << "STEWARD_SEED=" << seed;
}

// What others do meanwhile is neither lost nor in the way: each writes to memory of its own, though
// some pages of words are of two.
template <class Policy>
void expect_others_go_on() {
  Heap heap(system_pages(), Heap::Sharing::many_threads);
  std::atomic<std::size_t> races = 0;
  const auto report = [&](const BasicFinding<typename Policy::Origin>& one) {
    races += one.bytes.size;
  };
  FastTrack<Policy> detector(heap, DetectorOptions{}, report);
  for (std::uint32_t i = 1; i <= kThreads; ++i)
    detector.fork(detector.thread(ThreadId(0)), ThreadId(i));
  constexpr std::uint64_t kOwn = 0x4000;
  const auto memory_of = [](std::uint64_t number) { return kMemory + number * 2 * kOwn + 24; };
  const auto work = [&](std::uint32_t number) {
    auto& t = detector.thread(ThreadId(number));
    InWords::self_ = FastTrack<Policy>::self(t);
    const Address mine = memory_of(number);
    for (int round = 0; round < 300; ++round) {
      detector.write(t, {mine, kOwn}, {});
      detector.copy(mine, {mine + kOwn, kOwn});
      detector.read(t, {mine + kOwn / 2, kOwn}, {});
      detector.copy(mine + kOwn / 2, {mine + kOwn / 2 + 64, kOwn / 2});
      detector.clear({mine, kOwn + 8});
    }
    detector.write(t, {mine, 2 * kOwn}, {});
  };
  { std::jthread one(work, 1u), two(work, 2u); }
  EXPECT_EQ(races, 0u);
  // All of it is remembered.
  for (const std::uint64_t number : {1u, 2u})
    detector.write(detector.thread(ThreadId(3)), {memory_of(number), 2 * kOwn}, {});
  EXPECT_EQ(races, 4 * kOwn);
}
TEST(WordShadowRanges, OthersGoOnMeanwhile) {
  expect_others_go_on<InWords>();
  expect_others_go_on<InPackedWords>();
}

}  // namespace
}  // namespace steward
