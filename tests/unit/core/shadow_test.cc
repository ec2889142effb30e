// Shadow memory against an array with a value for each byte, 0 for no history.
#include "core/policy/shadow.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "unit/operations.h"

namespace steward {
namespace {

// A history that owns memory, so that cells lost, copied twice or freed twice show. `kComparable`
// says whether equal ones are recognised, which only some detectors can afford.
template <bool kComparable>
struct Cell {
  using Owner = Heap;
  int* value = nullptr;

  int get() const { return value == nullptr ? 0 : *value; }
  void set(int to, Heap& heap) {
    if (value == nullptr) value = heap.create<int>();
    *value = to;
  }
  void copy_to(Cell& empty, Heap& heap) const {
    if (value != nullptr) empty.set(*value, heap);
  }
  void clear(Heap& heap) {
    if (value != nullptr) heap.destroy(value);
    value = nullptr;
  }
  bool same_as(const Cell& other) const { return kComparable && get() == other.get(); }
};

constexpr std::uint32_t kPage = 4096;
constexpr std::uint32_t kBytes = 5 * kPage;
constexpr std::uint64_t kRegion = 16 * kPage;
// Two pages before the end of a region, three in the next.
constexpr std::uint64_t kBase = 0x7f12'3456'0000 - 2 * kPage;
static_assert((kBase + 2 * kPage) % kRegion == 0);

template <bool kComparable, class Policy>
class ShadowWorld {
 public:
  ShadowWorld() : shadow_(heap_, heap_) {
    // The tables of regions are there from the first one on, and large enough.
    update(0, kBytes);
    clear(0, kBytes);
    empty_ = heap_.in_use();
  }

  void perform(Draw draw) {
    const auto [at, size] = any_range(draw);
    switch (draw.below(8)) {
      case 0:
      case 1: update(at, size); break;
      case 2: update_existing(at, size); break;
      case 3: atomically(at, size); break;
      case 4: draw.below(4) == 0 ? clear_far(at, size, draw.flip()) : clear(at, size); break;
      case 5:
      case 6: copy(draw.below(kBytes - size + 1), at, size); break;
      default: break;
    }
    const auto [seen, length] = any_range(draw);
    check(seen, length);
    check(at, size);
  }
  void check_whole() { check(0, kBytes); }
  void check_that_clearing_gives_everything_back() {
    clear(0, kBytes);
    check(0, kBytes);
    RC_ASSERT(shadow_.regions() == 0u);
    RC_ASSERT(heap_.in_use() == empty_);
  }

 private:
  struct Place {
    std::uint32_t at;
    std::uint32_t size;
  };
  using Bytes = std::vector<int>;  // one a byte

  static AddressRange range(std::uint32_t at, std::uint32_t size) {
    return {Address(kBase + at), size};
  }
  // Mostly a few bytes near a page's beginning; also whole pages, and anything.
  static Place any_range(Draw& draw) {
    const std::uint32_t page = draw.below(5) * kPage;
    switch (draw.below(4)) {
      case 0:
      case 1: return {page + draw.below(24), 1 + draw.below(16)};
      case 2: {
        const std::uint32_t pages = 1 + draw.below((kBytes - page) / kPage);
        return {page, pages * kPage};
      }
      default: {
        const std::uint32_t at = draw.below(kBytes);
        return {at, 1 + draw.below(kBytes - at)};
      }
    }
  }

  template <class F>
  void for_each_byte(ByteSet bytes, F f) {
    bytes.for_each_run([&](AddressRange run) {
      for (Address byte = run.begin; byte < run.end(); byte = byte + 1) f(byte.value() - kBase);
    });
  }
  // Notes what each byte had before, and that it was named; then all have `value`.
  auto assign(int value, Bytes& before, Bytes& visits) {
    return [this, value, &before, &visits](Cell<kComparable>& cell, ByteSet bytes) {
      for_each_byte(bytes, [&](std::uint64_t at) {
        ++visits[at];
        before[at] = cell.get();
      });
      cell.set(value, heap_);
    };
  }
  // The part of the model that an operation on a range should have seen.
  Bytes part_of_model(std::uint32_t at, std::uint32_t size) const {
    Bytes part(kBytes);
    std::copy_n(model_.begin() + at, size, part.begin() + at);
    return part;
  }
  static Bytes once(std::uint32_t at, std::uint32_t size) {
    Bytes visits(kBytes);
    std::fill_n(visits.begin() + at, size, 1);
    return visits;
  }
  void update(std::uint32_t at, std::uint32_t size) {
    Bytes before(kBytes);
    Bytes visits(kBytes);
    shadow_.update(range(at, size), assign(++last_, before, visits));
    RC_ASSERT(before == part_of_model(at, size));
    RC_ASSERT(visits == once(at, size));
    std::fill_n(model_.begin() + at, size, last_);
  }
  void update_existing(std::uint32_t at, std::uint32_t size) {
    Bytes before(kBytes);
    Bytes visits(kBytes);
    shadow_.update_existing(range(at, size), assign(++last_, before, visits));
    RC_ASSERT(before == part_of_model(at, size));
    for (std::uint32_t i = 0; i < kBytes; ++i) {
      const bool exists = i >= at && i < at + size && model_[i] != 0;
      if (visits[i] != (exists ? 1 : 0)) RC_FAIL("visited without a history, or not, or twice");
      if (exists) model_[i] = last_;
    }
  }
  // Two updates in one hold, the second of a part.
  void atomically(std::uint32_t at, std::uint32_t size) {
    size = std::min(size, kPage);
    const std::uint32_t half = (size + 1) / 2;
    Bytes before(kBytes);
    Bytes visits(kBytes);
    shadow_.atomically(range(at, size), [&](const auto& view) {
      view.update(assign(++last_, before, visits));
      RC_ASSERT(before == part_of_model(at, size));
      RC_ASSERT(visits == once(at, size));
      std::fill_n(model_.begin() + at, size, last_);
      before.assign(kBytes, 0);
      visits.assign(kBytes, 0);
      view.update(range(at, half), assign(++last_, before, visits));
      RC_ASSERT(before == part_of_model(at, half));
      RC_ASSERT(visits == once(at, half));
      std::fill_n(model_.begin() + at, half, last_);
    });
  }
  void clear(std::uint32_t at, std::uint32_t size) {
    shadow_.clear(range(at, size));
    std::fill_n(model_.begin() + at, size, 0);
  }
  // From there to far away, or from far away to there.
  void clear_far(std::uint32_t at, std::uint32_t size, bool upwards) {
    constexpr std::uint64_t kFar = std::uint64_t{1} << 40;
    shadow_.clear(upwards ? AddressRange{Address(kBase + at), kFar}
                          : AddressRange{Address(kBase + at + size - kFar), kFar});
    const std::uint32_t first = upwards ? at : 0;
    const std::uint32_t last = upwards ? kBytes : at + size;
    std::fill(model_.begin() + first, model_.begin() + last, 0);
  }
  void copy(std::uint32_t from, std::uint32_t to, std::uint32_t size) {
    shadow_.copy(Address(kBase + from), range(to, size));
    const Bytes before = model_;
    std::copy_n(before.begin() + from, size, model_.begin() + to);
  }
  void check(std::uint32_t at, std::uint32_t size) {
    Bytes found(kBytes);
    bool twice = false;
    shadow_.visit(range(at, size), [&](const Cell<kComparable>& cell, ByteSet bytes) {
      for_each_byte(bytes, [&](std::uint64_t i) {
        twice |= found[i] != 0;
        found[i] = cell.get();
      });
    });
    RC_ASSERT(!twice);
    RC_ASSERT(found == part_of_model(at, size));
  }

  Heap heap_;
  Shadow<Cell<kComparable>, Policy> shadow_;
  Bytes model_ = Bytes(kBytes);
  int last_ = 0;
  std::size_t empty_ = 0;
};

template <bool kComparable, class Policy>
void check_against_bytes() {
  ShadowWorld<kComparable, Policy> world;
  perform_random_operations(2, [&](Draw draw) { world.perform(draw); });
  world.check_whole();
  world.check_that_clearing_gives_everything_back();
}
RC_GTEST_PROP(Shadow, BehavesLikeAnArrayOfBytes, ()) { check_against_bytes<true, Sequential>(); }
RC_GTEST_PROP(Shadow, BehavesLikeAnArrayOfBytesThatCannotBeCompared, ()) {
  check_against_bytes<false, Sequential>();
}
RC_GTEST_PROP(Shadow, BehavesLikeAnArrayOfBytesInManyShards, ()) {
  check_against_bytes<true, Locked>();
}

class ShadowMemory : public testing::Test {
 protected:
  using Filled = Cell<true>;
  void fill(std::uint64_t at, std::uint64_t size, int value) {
    shadow_.update({Address(at), size}, [&](Filled& cell, ByteSet) { cell.set(value, heap_); });
  }
  std::size_t calls(std::uint64_t at, std::uint64_t size) {
    std::size_t count = 0;
    shadow_.visit({Address(at), size}, [&](const Filled&, ByteSet) { ++count; });
    return count;
  }
  Heap heap_;
  Shadow<Filled, Sequential> shadow_{heap_, heap_};
};

TEST_F(ShadowMemory, APageOfOneHistoryIsOneCell) {
  fill(kPage, kPage, 1);
  const std::size_t one_cell = heap_.in_use();
  EXPECT_EQ(calls(kPage, kPage), 1u);
  fill(kPage + 8, 8, 2);
  EXPECT_GT(heap_.in_use(), one_cell + kPage);
  EXPECT_EQ(calls(kPage, kPage), kPage / 8);
  // Whatever parts of it were touched meanwhile, an access to all of it unites it again.
  fill(kPage + 1, 3, 3);
  fill(kPage, kPage, 4);
  EXPECT_EQ(calls(kPage, kPage), 1u);
  EXPECT_EQ(heap_.in_use(), one_cell);
}

TEST_F(ShadowMemory, PartsOfAWordUniteWhenTheyBecomeEqual) {
  fill(kPage, 8, 1);
  const std::size_t one_cell = heap_.in_use();
  fill(kPage + 1, 2, 2);
  fill(kPage + 5, 1, 3);
  EXPECT_EQ(calls(kPage, 8), 3u);
  fill(kPage + 1, 2, 1);
  fill(kPage + 5, 1, 1);
  EXPECT_EQ(calls(kPage, 8), 1u);
  EXPECT_EQ(heap_.in_use(), one_cell);
}

TEST_F(ShadowMemory, CopyingNothingForgetsTheDestination) {
  fill(kPage, 16, 1);
  shadow_.copy(Address(10 * kPage), {Address(kPage), 8});
  EXPECT_EQ(calls(kPage, 8), 0u);
  EXPECT_EQ(calls(kPage + 8, 8), 1u);
  shadow_.copy(Address(10 * kPage), {Address(kPage + 8), 8});
  EXPECT_EQ(shadow_.regions(), 0u);
}

TEST_F(ShadowMemory, ReachesToTheEndOfMemory) {
  constexpr std::uint64_t kEnd = ~std::uint64_t{0};  // the last byte, which no range has
  fill(kEnd - 2 * kPage, 2 * kPage, 1);
  fill(kEnd - 3, 3, 2);
  EXPECT_EQ(calls(kEnd - 3, 3), 1u);
  EXPECT_GT(calls(kEnd - 2 * kPage, 2 * kPage), 1u);
  shadow_.copy(Address(kEnd - 3), {Address(kPage), 3});
  EXPECT_EQ(calls(kPage, 3), 1u);
  shadow_.clear({Address(kPage), kEnd - kPage});
  EXPECT_EQ(shadow_.regions(), 0u);
}

TEST_F(ShadowMemory, ClearingWhatHasNoHistoryNeedsNoMemory) {
  fill(kPage, 1, 1);
  const std::size_t before = heap_.in_use();
  shadow_.clear({Address(100 * kPage), 1'000'000});
  shadow_.copy(Address(500 * kPage), {Address(600 * kPage), 100'000});
  EXPECT_EQ(heap_.in_use(), before);
  EXPECT_EQ(shadow_.regions(), 1u);
}

TEST(ByteSet, RunsAreTheContiguousBytes) {
  for (unsigned mask = 1; mask < 256; ++mask) {
    unsigned seen = 0;
    std::uint64_t end_of_last = 0;
    ByteSet(Address(80), static_cast<std::uint8_t>(mask)).for_each_run([&](AddressRange run) {
      ASSERT_GT(run.size, 0u);
      ASSERT_TRUE(end_of_last == 0 || run.begin.value() > end_of_last);
      end_of_last = run.end().value();
      for (std::uint64_t byte = run.begin.value(); byte < end_of_last; ++byte)
        seen |= 1u << (byte - 80);
    });
    EXPECT_EQ(seen, mask);
  }
}

}  // namespace
}  // namespace steward
