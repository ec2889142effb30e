// The entries of a vector clock that only programs with many threads have.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"

namespace steward {

// An array of times in blocks, which clocks share until one of them changes its own; a block that
// is not there is all 0. With thousands of threads, clocks mostly repeat each other or are empty: a
// thread that was forked and never joined knows its parent and itself, and one that was handed a
// lock knows what the last holder knew. Whole arrays would take memory with the square of the
// number of threads.
//
// REQUIRES: clocks that meet have the same heap.
class ClockTail {
 public:
  explicit ClockTail(Heap& heap) : blocks_(heap) {}
  ClockTail(ClockTail&&) noexcept = default;
  ClockTail& operator=(ClockTail&&) noexcept = default;
  ~ClockTail() { clear(); }

  Time get(std::size_t i) const { return times(i / kBlock)[i % kBlock]; }
  void set(std::size_t i, Time time) { own(i / kBlock)[i % kBlock] = time; }

  bool includes(const ClockTail& other) const {
    for (std::size_t b = 0; b < other.blocks_.size(); ++b)
      if (!at_least(times(b), other.times(b))) return false;
    return true;
  }
  // this := this ⊔ other.
  void join(const ClockTail& other) {
    for (std::size_t b = 0; b < other.blocks_.size(); ++b) {
      const Time* theirs = other.times(b);
      if (at_least(times(b), theirs)) continue;
      if (at_least(theirs, times(b))) {
        put(b, share(other.blocks_[b]));
        continue;
      }
      Time* mine = own(b);
      for (std::size_t i = 0; i < kBlock; ++i)
        if (mine[i] < theirs[i]) mine[i] = theirs[i];
    }
  }
  // this := this ⊓ other.
  void meet(const ClockTail& other) {
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const Time* theirs = other.times(b);
      if (at_least(theirs, times(b))) continue;
      if (theirs == kZeros) {
        put(b, nullptr);
        continue;
      }
      Time* mine = own(b);
      for (std::size_t i = 0; i < kBlock; ++i)
        if (theirs[i] < mine[i]) mine[i] = theirs[i];
    }
  }
  void assign(const ClockTail& other) {
    if (this == &other) return;
    clear();
    blocks_.reserve(other.blocks_.size());
    for (Block* block : other.blocks_) blocks_.push_back(share(block));
  }
  void clear() {
    for (Block* block : blocks_) drop(block);
    blocks_.clear();
  }
  bool empty() const { return blocks_.empty(); }

 private:
  static constexpr std::size_t kBlock = 63;  // with their count, 512 bytes
  static constexpr Time kZeros[kBlock] = {};

  struct Block {
    explicit Block(const Time* initial) { std::memcpy(times, initial, sizeof(times)); }
    // Counted the same way under every policy: next to the work on a block it is nothing.
    std::atomic<std::uint32_t> references = 1;
    Time times[kBlock];
  };

  static bool at_least(const Time* a, const Time* b) {
    if (a == b || b == kZeros) return true;
    bool less = false;
    for (std::size_t i = 0; i < kBlock; ++i) less |= a[i] < b[i];
    return !less;
  }
  static Block* share(Block* block) {
    if (block != nullptr) block->references.fetch_add(1, std::memory_order_relaxed);
    return block;
  }
  void drop(Block* block) {
    if (block != nullptr && block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      blocks_.heap().destroy(block);
  }

  const Time* times(std::size_t b) const {
    return b < blocks_.size() && blocks_[b] != nullptr ? blocks_[b]->times : kZeros;
  }
  void put(std::size_t b, Block* block) {
    if (b >= blocks_.size()) blocks_.resize(b + 1);
    drop(blocks_[b]);
    blocks_[b] = block;
  }
  // The block, for this clock alone. Nobody else can begin to share it meanwhile.
  Time* own(std::size_t b) {
    if (times(b) == kZeros || blocks_[b]->references.load(std::memory_order_acquire) > 1)
      put(b, blocks_.heap().create<Block>(times(b)));
    return blocks_[b]->times;
  }

  Vector<Block*> blocks_;
};

}  // namespace steward
