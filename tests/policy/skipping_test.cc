// Accesses that a detector says to repeat others need not be told: what it finds is the same
// without them. In a running program most are not.
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/detect/fasttrack.h"
#include "core/detect/simple.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// Nothing: cells are as large as in a running program.
struct NoOrigin {
  NoOrigin() = default;
  NoOrigin(TraceOrigin) {}  // NOLINT(google-explicit-constructor)
  NoOrigin(std::uint32_t, AccessKind) {}
  std::uint32_t number() const { return 0; }
  friend bool operator==(const NoOrigin&, const NoOrigin&) = default;
};
struct Pages : Sequential {
  using Origin = NoOrigin;
};
// As a running program has it: words are held one by one, or belong to who uses them.
struct Words : Pages {
  static constexpr bool kWordLocks = true;
  static std::uint32_t self() { return 1; }
};
static_assert(FastTrackCell<Words>::kPacks);

// All bytes that race.
struct RacyBytes {
  std::set<std::uint64_t> bytes;
  template <class Finding>
  void operator()(const Finding& finding) {
    for (std::uint64_t i = 0; i < finding.bytes.size; ++i)
      bytes.insert(finding.bytes.begin.value() + i);
  }
};

std::uint64_t skipped = 0;

template <class Detector>
struct Skipping : Detector {
  using Detector::Detector;
  using typename Detector::Origin;
  using typename Detector::Thread;
  void read(Thread& t, AddressRange range, Origin origin) {
    if (this->repeats(t, AccessKind::read, range)) ++skipped;
    else Detector::read(t, range, origin);
  }
  void write(Thread& t, AddressRange range, Origin origin) {
    if (this->repeats(t, AccessKind::write, range)) ++skipped;
    else Detector::write(t, range, origin);
  }
  // A load that has been made since the last store: see load_known() in the runtime.
  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t age,
                   Origin origin) {
    if constexpr (Detector::kSkipsLoads)
      if (this->repeats_load(t, order, range)) {
        ++skipped;
        return;
      }
    Detector::atomic_load(t, range, order, age, origin);
  }
};

template <class Policy>
struct RacyBytesOfFastTrack : FastTrack<Policy> {
  static constexpr bool kSkipsLoads = true;
  RacyBytesOfFastTrack(Heap& heap, RacyBytes& racy) : FastTrack<Policy>(heap, {}, racy) {}
  // In a running program all loads read the latest store.
  void atomic_load(typename FastTrack<Policy>::Thread& t, AddressRange range, MemoryOrder order,
                   std::size_t, NoOrigin origin) {
    FastTrack<Policy>::atomic_load(t, range, order, 0, origin);
  }
};
template <class Policy>
struct RacyBytesOfSimple : Simple<Policy> {
  static constexpr bool kSkipsLoads = false;
  RacyBytesOfSimple(Heap& heap, RacyBytes& racy) : Simple<Policy>(heap, {}, racy) {}
};

template <class Detector>
std::set<std::uint64_t> racy_bytes(std::span<const Event> events) {
  RacyBytes racy;
  Heap heap;  // of fresh pages: a shadow of words relies on zeros
  Detector detector(heap, racy);
  feed(heap, detector, events, [](std::size_t) {});
  return racy.bytes;
}

// On traces of all kinds.
template <class One, class Other>
void expect_same_bytes(const std::string& otherwise) {
  const std::vector<Shape> shapes = {general_shape(), lock_heavy_shape(), message_heavy_shape(),
                                     atomic_heavy_shape(), memory_heavy_shape()};
  check_on_random_traces(shapes, [&](std::span<const Event> events) -> Verdict {
    if (racy_bytes<One>(events) == racy_bytes<Other>(events)) return {};
    return otherwise;
  });
}

template <class Detector>
void check_skipping() {
  skipped = 0;
  expect_same_bytes<Detector, Skipping<Detector>>(
      "other bytes race without the accesses that repeat others");
  EXPECT_TRUE(skipped > 0 || replaying_one_trace());
}

TEST(SkippingRepeats, ChangesNothingForFastTrack) { check_skipping<RacyBytesOfFastTrack<Words>>(); }
TEST(PackedWords, ChangeNothingForFastTrack) {
  expect_same_bytes<RacyBytesOfFastTrack<Pages>, RacyBytesOfFastTrack<Words>>(
      "other bytes race if words are packed");
}
// Origins are kept in two parts, one of them far from the word: with numbers that need both.
class FarOrigin {
 public:
  FarOrigin() = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  FarOrigin(TraceOrigin origin)
      : number_(static_cast<std::uint32_t>(origin.event().value() * 0x9e3779b1u) >> 4) {}
  FarOrigin(std::uint32_t number, AccessKind) : number_(number) {}
  std::uint32_t number() const { return number_; }
  friend bool operator==(const FarOrigin&, const FarOrigin&) = default;

 private:
  std::uint32_t number_ = 0;
};
struct FarPages : Sequential {
  using Origin = FarOrigin;
  static constexpr bool kUseAfterFree = true;  // else a free may be taken for the write before it
};
struct FarWords : FarPages {
  static constexpr bool kWordLocks = true;
  static std::uint32_t self() { return 1; }
};
static_assert(FastTrackCell<FarWords>::kPacks);
// Of each byte its first racy access, and the earlier ones that it races with.
struct RacingOrigins {
  struct Races {
    std::uint32_t later;
    std::set<std::uint32_t> earlier;
    friend bool operator==(const Races&, const Races&) = default;
  };
  std::map<std::uint64_t, Races> by_byte;
  template <class Finding>
  void operator()(const Finding& finding) {
    const std::uint32_t later = finding.later.origin.number();
    for (std::uint64_t i = 0; i < finding.bytes.size; ++i) {
      Races& races =
          by_byte.try_emplace(finding.bytes.begin.value() + i, Races{later, {}}).first->second;
      if (races.later == later) races.earlier.insert(finding.earlier.origin.number());
    }
  }
};
template <class Policy>
std::map<std::uint64_t, RacingOrigins::Races> racing_origins(std::span<const Event> events) {
  RacingOrigins racing;
  Heap heap;
  FastTrack<Policy> detector(heap, {}, racing);
  feed(heap, detector, events, [](std::size_t) {});
  return racing.by_byte;
}
TEST(PackedWords, SayWhereAccessesCameFrom) {
  const std::vector<Shape> shapes = {general_shape(), lock_heavy_shape(), memory_heavy_shape()};
  check_on_random_traces(shapes, [&](std::span<const Event> events) -> Verdict {
    if (racing_origins<FarPages>(events) == racing_origins<FarWords>(events)) return {};
    return "other accesses race if words are packed";
  });
}

// As long as there is nothing else to be loaded.
TEST(PackedWords, SayThatALoadRepeatsAnother) {
  Heap heap;
  RacyBytes racy;
  RacyBytesOfFastTrack<Words> detector(heap, racy);
  auto& reader = detector.thread(ThreadId(1));
  auto& other = detector.thread(ThreadId(2));
  const AddressRange range{Address(0x20000), 4};
  const auto repeats = [&] { return detector.repeats(reader, AccessKind::atomic_read, range); };
  EXPECT_FALSE(repeats());
  detector.atomic_load(reader, range, MemoryOrder::relaxed, 0, {});
  EXPECT_TRUE(repeats());
  detector.atomic_load(other, range, MemoryOrder::relaxed, 0, {});
  EXPECT_TRUE(repeats());
  detector.atomic_store(other, range, MemoryOrder::relaxed, {});
  EXPECT_FALSE(repeats());
}
// Plain accesses are made only if they race with none. Which of them are not, by number.
template <class Policy, bool skips>
struct Attempting : FastTrack<Policy> {
  using typename FastTrack<Policy>::Thread;
  Attempting(Heap& heap, RacyBytes& racy) : FastTrack<Policy>(heap, {}, racy) {}
  void read(Thread& t, AddressRange range, NoOrigin) { attempt(t, AccessKind::read, range); }
  void write(Thread& t, AddressRange range, NoOrigin) { attempt(t, AccessKind::write, range); }

  std::set<std::uint64_t> refused;

 private:
  void attempt(Thread& t, AccessKind kind, AddressRange range) {
    ++accesses_;
    if constexpr (skips)
      if (this->repeats(t, kind, range)) {
        ++skipped;
        return;
      }
    if (!FastTrack<Policy>::attempt(t, kind, range, {})) refused.insert(accesses_);
  }
  std::uint64_t accesses_ = 0;
};
template <class Detector>
std::set<std::uint64_t> refused(std::span<const Event> events) {
  RacyBytes racy;
  Heap heap;
  Detector detector(heap, racy);
  feed(heap, detector, events, [](std::size_t) {});
  return detector.refused;
}
TEST(PackedWords, RefuseWhatOthersRefuse) {
  skipped = 0;
  const std::vector<Shape> shapes = {general_shape(), lock_heavy_shape(), memory_heavy_shape(),
                                     atomic_heavy_shape()};
  check_on_random_traces(shapes, [&](std::span<const Event> events) -> Verdict {
    const std::set<std::uint64_t> expected = refused<Attempting<Pages, false>>(events);
    if (refused<Attempting<Words, false>>(events) != expected)
      return "other accesses are refused if words are packed";
    if (refused<Attempting<Words, true>>(events) != expected)
      return "other accesses are refused without those that repeat others";
    return {};
  });
  EXPECT_TRUE(skipped > 0 || replaying_one_trace());
}
TEST(SkippingRepeats, ChangesNothingForSimple) { check_skipping<RacyBytesOfSimple<Words>>(); }
TEST(PackedWords, ChangeNothingForSimple) {
  expect_same_bytes<RacyBytesOfSimple<Pages>, RacyBytesOfSimple<Words>>(
      "other bytes race if words are packed");
}
// The same where pages change hands until they are everybody's, and words are locked.
struct WordsOfEverybody : Words {
  static std::uint32_t self() {
    static std::uint32_t turn = 0;
    return turn++ % 7;
  }
};
TEST(PackedWords, ChangeNothingForSimpleWhereEverybodyHasThem) {
  expect_same_bytes<RacyBytesOfSimple<Pages>, RacyBytesOfSimple<WordsOfEverybody>>(
      "other bytes race if words are locked");
}

}  // namespace
}  // namespace steward
