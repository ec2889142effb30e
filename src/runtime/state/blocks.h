// The heap blocks of the program: how large, who allocated them, where.
#pragma once

#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "runtime/analysis/chains.h"
#include "runtime/state/block_starts.h"

namespace steward {

struct Block {
  AddressRange range;
  ThreadId thread;
  std::uint64_t counter = 0;
  ChainId calls;
  std::uint64_t element = 0;  // how large one is, of an array; 0: it is none, or nobody knows
  bool freed = false;  // still known, until its memory is used again: for who uses it too late
};

// Thread safety: any thread may call anything.
class Blocks {
 public:
  explicit Blocks(Heap& heap) : heap_(heap), starts_(heap) {
    for (Shard*& shard : shards_) shard = heap.create<Shard>(heap);
  }

  void add(const Block& block) {
    Shard& shard = shard_of(block.range.begin);
    const Hold hold(shard.lock);
    shard.blocks.insert_or_assign(block.range.begin, block);
    starts_.add(block.range);
  }
  std::optional<Block> remove(Address begin) {
    Shard& shard = shard_of(begin);
    const Hold hold(shard.lock);
    const Block* block = shard.blocks.find(begin);
    if (block == nullptr) return std::nullopt;
    const Block removed = *block;
    shard.blocks.erase(begin);
    starts_.remove(begin);
    return removed;
  }
  // f(block) for those that begin in `range`, when they are gone.
  template <class F>
  void remove_in(AddressRange range, F&& f) {
    starts_.for_each_in(range, [&](Address granule) {
      for (const std::uint64_t offset : {0, 8}) {
        const Address begin = granule + offset;
        if (!range.contains(begin)) continue;
        if (const auto block = remove(begin)) f(*block);
      }
    });
  }
  std::optional<Block> at(Address begin) {
    Shard& shard = shard_of(begin);
    const Hold hold(shard.lock);
    const Block* block = shard.blocks.find(begin);
    return block == nullptr || block->freed ? std::nullopt : std::optional<Block>(*block);
  }
  // The same, and it is freed.
  std::optional<Block> free(Address begin) {
    Shard& shard = shard_of(begin);
    const Hold hold(shard.lock);
    Block* block = shard.blocks.find(begin);
    if (block == nullptr || block->freed) return std::nullopt;
    const Block found = *block;
    block->freed = true;
    return found;
  }
  // Others that the same call has made, as large as this one, and that are in use: some, as a short
  // search finds them.
  Vector<Block> alike(const Block& one, std::size_t most) {
    Vector<Block> found(heap_);
    std::size_t looked_at = 0;
    for (Shard* shard : shards_) {
      if (found.size() >= most || looked_at >= kShortSearch) break;
      const Hold hold(shard->lock);
      looked_at += shard->blocks.size();
      shard->blocks.for_each([&](const Address&, const Block& block) {
        if (found.size() < most && !block.freed && block.counter == one.counter &&
            block.calls == one.calls && block.range.size == one.range.size &&
            block.range.begin != one.range.begin)
          found.push_back(block);
      });
    }
    return found;
  }
  // The block that `address` lies in.
  std::optional<Block> around(Address address) {
    std::optional<Block> found;
    starts_.for_each_before(address, [&](Address begin) {
      Shard& shard = shard_of(begin);
      const Hold hold(shard.lock);
      const Block* block = shard.blocks.find(begin);
      if (block == nullptr) return true;
      // Where a block of another size lies now, one that was freed before may be known, too.
      if (block->range.contains(address) && (!found || !block->freed)) found = *block;
      if (block->freed) return true;
      // No other lies around one that is in use; one that was freed and began before it is gone.
      if (!block->range.contains(address) && found && found->range.begin < begin) found.reset();
      return false;
    });
    return found;
  }

 private:
  static constexpr std::size_t kShards = 64;
  static constexpr std::size_t kShortSearch = 100'000;  // blocks
  struct Shard {
    explicit Shard(Heap& heap) : blocks(heap) {}
    HashMap<Address, Block> blocks;
    SpinLock lock;
  };
  Shard& shard_of(Address begin) { return *shards_[(hash_of(begin) >> 32) % kShards]; }

  Heap& heap_;
  Shard* shards_[kShards];
  BlockStarts starts_;
};

}  // namespace steward
