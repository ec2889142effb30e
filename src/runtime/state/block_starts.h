// Where heap blocks begin, so that the one an address lies in is found by looking back from it.
#pragma once

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

// A bit for each place where a block can begin. Thread safety: any thread may call anything.
class BlockStarts {
 public:
  explicit BlockStarts(Heap& heap) : heap_(heap) {
    for (Shard*& shard : shards_) shard = heap.create<Shard>(heap);
  }

  // Blocks that are not aligned as those of malloc are not found again.
  void add(AddressRange block) {
    const std::uint64_t granule = block.begin.value() / kGranule;
    {
      Shard& shard = shard_of(granule);
      const Hold hold(shard.lock);
      Region*& region = shard.regions.find_or_insert(granule / kGranules, nullptr);
      if (region == nullptr) region = heap_.create<Region>();
      region->words[granule % kGranules / 64] |= bit_of(granule);
    }
    std::uint64_t largest = largest_.load(std::memory_order_relaxed);
    while (largest < block.size && !largest_.compare_exchange_weak(largest, block.size)) {
    }
  }
  void remove(Address begin) {
    const std::uint64_t granule = begin.value() / kGranule;
    Shard& shard = shard_of(granule);
    const Hold hold(shard.lock);
    if (Region** region = shard.regions.find(granule / kGranules); region != nullptr)
      (*region)->words[granule % kGranules / 64] &= ~bit_of(granule);
  }
  // f(begin) for those at `address` or before it, the nearest first, while f returns true: all that
  // a block around the address can begin at.
  template <class F>
  void for_each_before(Address address, F&& f) const {
    const std::uint64_t reach = largest_.load(std::memory_order_relaxed);
    const std::uint64_t lowest = address.value() > reach ? address.value() - reach : 0;
    // In steps of a word, or of a region that is not there.
    for (std::uint64_t granule = address.value() / kGranule;;) {
      const std::optional<std::uint64_t> word = bits_up_to(granule);
      const std::uint64_t first = granule - granule % (word ? 64 : kGranules);
      for (std::uint64_t bits = word.value_or(0); bits != 0;) {
        const auto last = 63 - static_cast<std::uint64_t>(__builtin_clzll(bits));
        if (!f(Address((first + last) * kGranule))) return;
        bits &= ~(std::uint64_t{1} << last);
      }
      if (first == 0 || first * kGranule <= lowest) return;
      granule = first - 1;
    }
  }

 private:
  static constexpr std::uint64_t kGranule = 16;
  static constexpr std::uint64_t kGranules = 4096;  // a region has
  static constexpr std::size_t kShards = 64;
  struct Region {
    std::uint64_t words[kGranules / 64] = {};
  };
  struct Shard {
    explicit Shard(Heap& heap) : regions(heap) {}
    HashMap<std::uint64_t, Region*> regions;
    SpinLock lock;
  };

  Shard& shard_of(std::uint64_t granule) const { return *shards_[granule / kGranules % kShards]; }
  static std::uint64_t bit_of(std::uint64_t granule) { return std::uint64_t{1} << granule % 64; }
  // The bits of the granule's word, up to its own; nothing if no block ever began in its region.
  std::optional<std::uint64_t> bits_up_to(std::uint64_t granule) const {
    Shard& shard = shard_of(granule);
    const Hold hold(shard.lock);
    Region* const* region = shard.regions.find(granule / kGranules);
    if (region == nullptr) return std::nullopt;
    return (*region)->words[granule % kGranules / 64] & (~std::uint64_t{0} >> (63 - granule % 64));
  }

  Heap& heap_;
  Shard* shards_[kShards];
  std::atomic<std::uint64_t> largest_ = 0;
};

}  // namespace steward
