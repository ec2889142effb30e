// Blocks of the heap that places of the program have accessed lately, so that nothing has to be
// looked up while they go on with the same.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"

namespace steward {

// Counts, for each page, the blocks that were made there: what is known of a page is good until
// that changes. Several pages share a count. Thread safety: any thread may call anything.
class PageAges {
 public:
  void made(AddressRange block) {
    const std::uint64_t first = page_of(block.begin), last = page_of(block.end());
    if (last - first >= kMost) all_.fetch_add(kAll, std::memory_order_relaxed);
    else
      for (std::uint64_t page = first; page <= last; ++page)
        counts_[page % kCounts].fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t of(Address address) const {
    return counts_[page_of(address) % kCounts].load(std::memory_order_relaxed) +
           all_.load(std::memory_order_relaxed);
  }
  static std::uint64_t page_of(Address address) { return address.value() >> kPageBits; }
  static AddressRange page_around(Address address) {
    return {Address(page_of(address) << kPageBits), std::uint64_t{1} << kPageBits};
  }

 private:
  static constexpr unsigned kPageBits = 12;
  static constexpr std::size_t kCounts = 4096;
  static constexpr std::uint64_t kMost = 64;  // pages to be counted one by one
  static constexpr std::uint64_t kAll = std::uint64_t{1} << 32;
  std::atomic<std::uint32_t> counts_[kCounts] = {};
  std::atomic<std::uint64_t> all_ = 0;
};

// Of one thread: bytes of which nothing new is to be learnt when the same place accesses them
// again.
class RecentBlocks {
 public:
  explicit RecentBlocks(Heap& heap) : known_(heap) {}

  bool knows(std::uint32_t site, AddressRange bytes, std::uint64_t age) const {
    if (known_.empty()) return false;
    const Known& known = known_[site % kKnown];
    return known.site == site && known.age == age && known.page == PageAges::page_of(bytes.begin) &&
           known.range.contains(bytes.begin) && bytes.end() <= known.range.end();
  }
  // `age`: that of the page where `bytes` begin, which lie in `range`.
  void learn(std::uint32_t site, AddressRange bytes, std::uint64_t age, AddressRange range) {
    if (known_.empty()) known_.resize(kKnown);
    known_[site % kKnown] = {site, age, PageAges::page_of(bytes.begin), range};
  }

 private:
  static constexpr std::size_t kKnown = 256;
  struct Known {
    std::uint32_t site = UINT32_MAX;
    std::uint64_t age = 0;
    std::uint64_t page = 0;
    AddressRange range;
  };
  Vector<Known> known_;  // none before the first
};

}  // namespace steward
