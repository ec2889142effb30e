// Blocks of the heap that places of the program have accessed lately, so that nothing has to be
// looked up while they go on with the same.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"

namespace steward {

// Counts, for each page, the blocks that were made there, and those that began there and are freed:
// what is known of a block is good until that changes for the page where it begins. Several pages
// share a count. Thread safety: any thread may call anything.
class PageAges {
 public:
  void made(AddressRange block) {
    const std::uint64_t first = page_of(block.begin), last = page_of(block.end());
    if (last - first >= kMost) all_.fetch_add(kAll, std::memory_order_relaxed);
    else
      for (std::uint64_t page = first; page <= last; ++page) count(page);
  }
  void freed(Address begin) { count(page_of(begin)); }
  std::uint64_t of(Address address) const {
    return counts_[page_of(address) % kCounts].load(std::memory_order_relaxed) +
           all_.load(std::memory_order_relaxed);
  }
  static AddressRange page_around(Address address) {
    return {Address(page_of(address) << kPageBits), std::uint64_t{1} << kPageBits};
  }

 private:
  static constexpr unsigned kPageBits = 12;
  static constexpr std::size_t kCounts = 4096;
  static constexpr std::uint64_t kMost = 64;  // pages to be counted one by one
  static constexpr std::uint64_t kAll = std::uint64_t{1} << 32;
  static std::uint64_t page_of(Address address) { return address.value() >> kPageBits; }
  void count(std::uint64_t page) {
    counts_[page % kCounts].fetch_add(1, std::memory_order_relaxed);
  }

  std::atomic<std::uint32_t> counts_[kCounts] = {};
  std::atomic<std::uint64_t> all_ = 0;
};

// Of blocks that were allocated at a place: a word of them, or all. Words, since accesses that
// overlap need not be of the same bytes.
struct BlockWord {
  std::uint64_t counter = 0;
  std::uint64_t word = kAll;
  std::uint64_t stride = 0;
  static constexpr std::uint64_t kAll = UINT64_MAX;
  std::uint64_t hash() const {
    return mix_bits(counter + word * 0x9e3779b97f4a7c15u + mix_bits(stride));
  }
  friend bool operator==(const BlockWord&, const BlockWord&) = default;
};

// Of one thread: in which block a place was last, and what each place has accessed of blocks.
class RecentBlocks {
 public:
  explicit RecentBlocks(Heap& heap) : last_(heap), met_(heap), noted_(heap), wholes_(heap) {}

  // What some bytes are part of, as far as a place was there last.
  struct Place {
    std::uint32_t site = UINT32_MAX;
    std::uint64_t age = 0;  // of the page where it begins
    AddressRange range;
    std::uint64_t counter = 0;  // that allocated it; 0: no block of the heap, but a page
    std::uint64_t element = 0;

    bool has(AddressRange bytes, const PageAges& ages) const {
      return range.contains(bytes.begin) && bytes.end() <= range.end() &&
             age == ages.of(range.begin);
    }
  };
  // Where this place was last; else where any was: one follows the other through an object.
  const Place* find(std::uint32_t site, AddressRange bytes, const PageAges& ages) const {
    if (last_.empty()) return nullptr;
    const Place& last = last_[site % kLast];
    if (last.site == site && last.has(bytes, ages)) return &last;
    return last_[newest_].has(bytes, ages) ? &last_[newest_] : nullptr;
  }
  const Place& learn(const Place& place) {
    if (last_.empty()) last_.resize(kLast);
    newest_ = place.site % kLast;
    return last_[newest_] = place;
  }
  // Whether this place has accessed such a word before, as far as that is still known. It has now.
  bool meet(std::uint32_t site, const BlockWord& word) {
    if (met_.empty()) met_.resize(kMet);
    Met& known = met_[(word.hash() + site * 0x9e3779b1u) % kMet];
    if (known.site == site && known.word == word) return true;
    known = {site, word};
    return false;
  }
  // Whether an access of these bytes from there has been noted since their page came to its age.
  [[gnu::always_inline]] bool has_noted(std::uint64_t counter, AddressRange bytes,
                                        const PageAges& ages) const {
    if (noted_.empty()) return false;
    const Noted& known = noted_[place_of(counter, bytes)];
    return known.counter == counter && known.bytes == bytes && known.age == ages.of(bytes.begin);
  }
  // The same of all that an instruction accesses of a block whose words are one, or of a page
  // without blocks.
  [[gnu::always_inline]] bool has_noted_all(std::uint64_t counter, AddressRange bytes,
                                            const PageAges& ages) const {
    if (wholes_.empty()) return false;
    const Whole& known = wholes_[counter % kWholes];
    return known.counter == counter && known.range.contains(bytes.begin) &&
           bytes.end() <= known.range.end() && known.age == ages.of(known.range.begin);
  }
  void note_all(std::uint64_t counter, const Place& place) {
    if (wholes_.empty()) wholes_.resize(kWholes);
    wholes_[counter % kWholes] = {counter, place.range, place.age};
  }
  void note(std::uint64_t counter, AddressRange bytes, std::uint64_t age) {
    // Larger ones may lie on several pages.
    if (bytes.begin.value() % kWord + bytes.size > kWord) return;
    if (noted_.empty()) noted_.resize(kNoted);
    noted_[place_of(counter, bytes)] = {counter, bytes, age};
  }

 private:
  static constexpr std::size_t kLast = 256;
  static constexpr std::size_t kMet = 512;
  struct Met {
    std::uint32_t site = UINT32_MAX;
    BlockWord word;
  };
  Vector<Place> last_;  // none before the first
  std::size_t newest_ = 0;
  Vector<Met> met_;  // the same

  static constexpr std::uint64_t kWord = 8;
  static constexpr std::size_t kNoted = 1024;
  struct Noted {
    std::uint64_t counter = 0;
    AddressRange bytes = {};
    std::uint64_t age = 0;
  };
  static std::size_t place_of(std::uint64_t counter, AddressRange bytes) {
    return (counter ^ bytes.begin.value() / 4 * 0x9e3779b1u >> 4) % kNoted;
  }
  Vector<Noted> noted_;  // the same

  static constexpr std::size_t kWholes = 256;
  struct Whole {
    std::uint64_t counter = 0;
    AddressRange range = {};
    std::uint64_t age = 0;
  };
  Vector<Whole> wholes_;  // the same
};

}  // namespace steward
