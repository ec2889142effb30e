// Nested sets of small numbers, all in one: each member with the level of the smallest set that has
// it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"

namespace steward {

// Sets S1 ⊇ S2 ⊇ S3 …: a member of level n is in S1 to Sn. In blocks of 64 numbers; mostly all the
// members of a block have the same level, and then it is kept once.
class GoldilocksLevels {
 public:
  explicit GoldilocksLevels(Heap& heap) : blocks_(heap) {}
  GoldilocksLevels(const GoldilocksLevels&) = delete;
  GoldilocksLevels& operator=(const GoldilocksLevels&) = delete;
  ~GoldilocksLevels() {
    for (Block& block : blocks_) forget_each(block);
  }

  // 0: in none.
  std::uint64_t get(std::uint32_t i) const {
    return i / kBlock < blocks_.size() ? level(blocks_[i / kBlock], i % kBlock) : 0;
  }
  // Puts `i` into the sets up to `to`. REQUIRES: to != 0.
  void raise(std::uint32_t i, std::uint64_t to) {
    if (get(i) >= to) return;
    if (i / kBlock >= blocks_.size()) blocks_.resize(i / kBlock + 1);
    Block& block = blocks_[i / kBlock];
    const std::uint64_t bit = std::uint64_t{1} << i % kBlock;
    if (block.each == nullptr) {
      if ((block.members & ~bit) == 0) block.all = to;
      if (block.all != to) tell_apart(block);
    }
    block.members |= bit;
    if (block.each != nullptr) block.each[i % kBlock] = to;
  }
  void erase(std::uint32_t i) {
    if (get(i) == 0) return;
    Block& block = blocks_[i / kBlock];
    block.members &= ~(std::uint64_t{1} << i % kBlock);
    if (block.members == 0) forget_each(block);
  }
  // f(i) for each member of the set `from`, in ascending order.
  template <class F>
  void for_each(std::uint64_t from, F&& f) const {
    for (std::uint32_t i = 0; i < blocks_.size() * kBlock; ++i)
      if (get(i) >= from) f(i);
  }

 private:
  static constexpr std::uint32_t kBlock = 64;
  struct Block {
    std::uint64_t members = 0;      // a bit for each
    std::uint64_t all = 0;          // their level, if it is the same
    std::uint64_t* each = nullptr;  // otherwise theirs, one by one
  };

  static std::uint64_t level(const Block& block, std::uint32_t i) {
    if ((block.members >> i & 1) == 0) return 0;
    return block.each == nullptr ? block.all : block.each[i];
  }
  void tell_apart(Block& block) {
    block.each =
        static_cast<std::uint64_t*>(blocks_.heap().allocate(kBlock * sizeof(std::uint64_t)));
    for (std::uint32_t i = 0; i < kBlock; ++i) block.each[i] = block.all;
  }
  void forget_each(Block& block) {
    if (block.each != nullptr)
      blocks_.heap().deallocate(block.each, kBlock * sizeof(std::uint64_t));
    block.each = nullptr;
  }

  Vector<Block> blocks_;
};

}  // namespace steward
