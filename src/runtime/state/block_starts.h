// Where heap blocks begin, so that the one an address lies in is found by looking back from it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

// A bit for each place where a block can begin. Looking back from inside a large block would take
// long: so for each region that it reaches into it is known who reaches there. Thread safety: any
// thread may call anything.
class BlockStarts {
 public:
  explicit BlockStarts(Heap& heap) : heap_(heap) {
    for (Shard*& shard : shards_) shard = heap.create<Shard>(heap);
  }

  // Blocks that are not aligned as those of malloc are not found again.
  void add(AddressRange block) {
    const std::uint64_t granule = block.begin.value() / kGranule;
    const std::uint64_t first = granule / kGranules;
    {
      Shard& shard = shard_of(first);
      const Hold hold(shard.lock);
      Region*& region = shard.regions.find_or_insert(first, nullptr);
      if (region == nullptr) region = heap_.create<Region>();
      std::atomic<std::uint64_t>& word = region->words[granule % kGranules / 64];
      // Mostly another block has begun there before.
      if ((word.load(std::memory_order_relaxed) & bit_of(granule)) == 0)
        word.fetch_or(bit_of(granule), std::memory_order_relaxed);
    }
    const std::uint64_t last =
        (block.begin.value() + (block.size == 0 ? 0 : block.size - 1)) / kGranule / kGranules;
    for (std::uint64_t reached = first + 1; reached <= last; ++reached) {
      Shard& shard = shard_of(reached);
      const Hold hold(shard.lock);
      shard.reached_from.insert_or_assign(reached, block.begin);
    }
    std::uint64_t largest = largest_.load(std::memory_order_relaxed);
    while (largest < block.size && !largest_.compare_exchange_weak(largest, block.size)) {
    }
  }
  void remove(Address begin) {
    const std::uint64_t granule = begin.value() / kGranule;
    if (Region* const region = look_up(granule / kGranules).region; region != nullptr)
      region->words[granule % kGranules / 64].fetch_and(~bit_of(granule),
                                                        std::memory_order_relaxed);
  }
  // f(begin) for each place in `range` at which, or 8 bytes behind which, a block may begin.
  template <class F>
  void for_each_in(AddressRange range, F&& f) const {
    if (range.size == 0) return;
    const std::uint64_t last = (range.end().value() - 1) / kGranule;
    for (std::uint64_t granule = range.begin.value() / kGranule; granule <= last;) {
      const std::uint64_t end = std::min(granule - granule % kGranules + kGranules, last + 1);
      if (const Region* const region = look_up(granule / kGranules).region; region != nullptr)
        for_each_start(*region, granule, end, f);
      granule = end;
    }
  }
  // f(begin) for those at `address` or before it while f returns true: all that a block around the
  // address can begin at, of those that are there now the nearest first.
  template <class F>
  void for_each_before(Address address, F&& f) const {
    const std::uint64_t reach = largest_.load(std::memory_order_relaxed);
    const std::uint64_t lowest = address.value() > reach ? address.value() - reach : 0;
    for (std::uint64_t granule = address.value() / kGranule;;) {
      const std::uint64_t number = granule / kGranules;
      const Found found = look_up(number);
      if (found.region != nullptr && !for_each_back(*found.region, granule, f)) return;
      if (found.reached_from && !f(*found.reached_from)) return;
      if (number == 0 || number * kGranules * kGranule <= lowest) return;
      granule = number * kGranules - 1;
    }
  }

 private:
  static constexpr std::uint64_t kGranule = 16;
  static constexpr std::uint64_t kGranules = 4096;  // a region has
  static constexpr std::size_t kShards = 64;
  struct Region {
    std::atomic<std::uint64_t> words[kGranules / 64] = {};
  };
  struct Shard {
    explicit Shard(Heap& heap) : regions(heap), reached_from(heap) {}
    HashMap<std::uint64_t, Region*> regions;  // where blocks have begun; never removed
    HashMap<std::uint64_t, Address> reached_from;
    SpinLock lock;
  };
  struct Found {
    Region* region = nullptr;
    std::optional<Address> reached_from;
  };

  Shard& shard_of(std::uint64_t region) const { return *shards_[region % kShards]; }
  static std::uint64_t bit_of(std::uint64_t granule) { return std::uint64_t{1} << granule % 64; }
  Found look_up(std::uint64_t number) const {
    Shard& shard = shard_of(number);
    const Hold hold(shard.lock);
    Found found;
    if (Region** region = shard.regions.find(number); region != nullptr) found.region = *region;
    if (const Address* from = shard.reached_from.find(number); from != nullptr)
      found.reached_from = *from;
    return found;
  }
  // From this granule on up to the other, in one region.
  template <class F>
  static void for_each_start(const Region& region, std::uint64_t granule, std::uint64_t end, F& f) {
    while (granule < end) {
      const std::uint64_t next = std::min(granule - granule % 64 + 64, end);
      std::uint64_t bits = region.words[granule % kGranules / 64].load(std::memory_order_relaxed);
      for (; bits != 0; bits &= bits - 1) {
        const std::uint64_t start =
            granule - granule % 64 + static_cast<std::uint64_t>(__builtin_ctzll(bits));
        if (start >= granule && start < next) f(Address(start * kGranule));
      }
      granule = next;
    }
  }
  // Back from this granule to the beginning of its region.
  template <class F>
  static bool for_each_back(const Region& region, std::uint64_t granule, F& f) {
    std::uint64_t mask = bit_of(granule) | (bit_of(granule) - 1);
    for (std::uint64_t word = granule % kGranules / 64 + 1; word-- > 0; mask = ~std::uint64_t{0}) {
      const std::uint64_t first = granule - granule % kGranules + word * 64;
      std::uint64_t bits = region.words[word].load(std::memory_order_relaxed) & mask;
      while (bits != 0) {
        const auto last = 63 - static_cast<std::uint64_t>(__builtin_clzll(bits));
        if (!f(Address((first + last) * kGranule))) return false;
        bits &= ~(std::uint64_t{1} << last);
      }
    }
    return true;
  }

  Heap& heap_;
  Shard* shards_[kShards];
  std::atomic<std::uint64_t> largest_ = 0;
};

}  // namespace steward
