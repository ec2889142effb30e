// What `hybrid` remembers of a word in place, and what it does in few steps then, changes nothing
// of what it finds: the same pairs of sites race in the same bytes as with cells that are
// remembered in full. In a running program most accesses go that way.
#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "core/detect/hybrid.h"
#include "support/property.h"
#include "support/run_detector.h"

namespace steward {
namespace {

// As in a running program: a number, of which a site has several.
class NumberedOrigin {
 public:
  NumberedOrigin() = default;
  NumberedOrigin(std::uint32_t number, AccessKind kind) : number_(number), kind_(kind) {}
  NumberedOrigin(TraceOrigin origin)  // NOLINT(google-explicit-constructor)
      : number_(origin.site().value() + kSites * (origin.event().value() % 2)),
        kind_(origin.kind()) {
    EXPECT_LT(origin.site().value(), kSites);
  }
  AccessKind kind() const { return kind_; }
  SiteId site() const { return SiteId(number_ % kSites); }
  std::uint32_t number() const { return number_; }
  friend bool operator==(const NumberedOrigin&, const NumberedOrigin&) = default;

 private:
  static constexpr std::uint32_t kSites = 1000;
  std::uint32_t number_ = 0;
  AccessKind kind_ = AccessKind::read;
};

struct NumberedPages : Sequential {
  using Origin = NumberedOrigin;
};
struct NumberedWords : NumberedPages {
  static constexpr bool kWordLocks = true;
  static std::uint32_t self() { return 1; }
};
// Pages change hands until they are everybody's, and words are locked.
struct NumberedLockedWords : NumberedWords {
  static std::uint32_t self() {
    static std::uint32_t turn = 0;
    return turn++ % 7;
  }
};

using Pairs = std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, KeptApart>>;
std::string describe(const Pairs& pairs) {
  std::string text;
  for (const auto& [byte, one, other, kept] : pairs)
    text += " " + std::to_string(byte) + ":" + std::to_string(one) + "-" + std::to_string(other) +
            (kept == KeptApart::by_nothing ? "" : "(messages)");
  return text.empty() ? " none" : text;
}
struct RacyPairs {
  Pairs all;
  template <class Finding>
  void operator()(const Finding& finding) {
    const auto [low, high] =
        std::minmax({finding.earlier.origin.site().value(), finding.later.origin.site().value()});
    for (std::uint64_t i = 0; i < finding.bytes.size; ++i)
      all.emplace(finding.bytes.begin.value() + i, low, high, finding.kept_apart);
  }
};

std::uint64_t made_plainly = 0;

// Only what goes the short way there is counted.
template <class Policy>
struct Counting : Hybrid<Policy> {
  Counting(Heap& heap, RacyPairs& racy)
      : Hybrid<Policy>(heap,
                       {.telling = Telling::until_settled,
                        .order = {.max_store_age = 3, .firm = true},
                        .oversized = false},
                       racy) {}
};
// The same, and each access is tried by itself first.
struct Trying : Counting<NumberedWords> {
  using Counting<NumberedWords>::Counting;
  void read(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void write(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void access(Thread& t, AddressRange range, Origin origin) {
    range.for_each_chunk(kWordBytes, [&](AddressRange in_word) {
      if (access_plainly(t, origin.kind(), origin.number(), leaf_for(in_word.begin), in_word, 1))
        ++made_plainly;
      else if (is_write(origin.kind())) Counting<NumberedWords>::write(t, in_word, origin);
      else Counting<NumberedWords>::read(t, in_word, origin);
    });
  }
};

template <class Detector>
auto racy_pairs(std::span<const Event> events) {
  RacyPairs racy;
  Heap heap;  // of fresh pages: a shadow of words relies on zeros
  Detector detector(heap, racy);
  feed(heap, detector, events, [](std::size_t) {});
  return racy.all;
}

template <class One, class Other>
void expect_same_pairs() {
  const std::vector<Shape> shapes = {general_shape(), lock_heavy_shape(), message_heavy_shape(),
                                     atomic_heavy_shape(), memory_heavy_shape()};
  check_on_random_traces(shapes, [&](std::span<const Event> events) -> Verdict {
    const auto expected = racy_pairs<One>(events), found = racy_pairs<Other>(events);
    if (expected == found) return {};
    return "expected" + describe(expected) + "; found" + describe(found);
  });
}

TEST(HybridWords, ChangeNothing) {
  made_plainly = 0;
  expect_same_pairs<Counting<NumberedPages>, Trying>();
  EXPECT_TRUE(made_plainly > 0 || replaying_one_trace());
}
TEST(HybridWords, ChangeNothingWhereEverybodyHasThem) {
  expect_same_pairs<Counting<NumberedPages>, Counting<NumberedLockedWords>>();
}

}  // namespace
}  // namespace steward
