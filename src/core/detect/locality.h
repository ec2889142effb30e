// The thread locality check (hybrid paper §6.3): an object that only one thread has accessed so far
// is that thread's own, and accesses to it are not looked at.
//
// An object is an allocated block, also after it was freed, or a single byte outside any block.
// After clear a byte is an object of its own. A copied byte goes on belonging to the block it came
// from, or takes its owner along.
#pragma once

#include <cstdint>

#include "base/heap.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

template <class Policy>
class Locality {
 public:
  explicit Locality(Heap& heap) : heap_(heap), objects_(heap, heap) {}

  // f(AddressRange) for each run of bytes in objects that, with this access, have been accessed by
  // more than one thread.
  template <class F>
  void for_each_shared(ThreadId thread, AddressRange range, F&& f) {
    objects_.update(range, [&](Cell& cell, ByteSet bytes) {
      const auto becomes_shared = [&](Ownership& of) { return of.becomes_shared(thread); };
      if (cell.block != nullptr ? cell.block->ownership.with(becomes_shared)
                                : becomes_shared(cell.own))
        bytes.for_each_run(f);
    });
  }
  void alloc(AddressRange range) {
    objects_.clear(range);
    Block* block = heap_.create<Block>();
    objects_.update(range, [&](Cell& cell, ByteSet) { cell.join(block); });
    drop(block, heap_);
  }
  void clear(AddressRange range) { objects_.clear(range); }
  void copy(Address from, AddressRange to) { objects_.copy(from, to); }

 private:
  class Ownership {
   public:
    bool becomes_shared(ThreadId thread) {
      const std::uint64_t mark = std::uint64_t{thread.value()} + 2;
      if (owner_ == kNobody) owner_ = mark;
      else if (owner_ != mark) owner_ = kShared;
      return owner_ == kShared;
    }
    friend bool operator==(const Ownership&, const Ownership&) = default;

   private:
    static constexpr std::uint64_t kNobody = 0;
    static constexpr std::uint64_t kShared = 1;
    std::uint64_t owner_ = kNobody;  // or thread + 2
  };
  struct Block {
    Shared<Ownership, Policy> ownership;  // its bytes may lie in several shards
    typename Policy::Counter references;
  };
  struct Cell {
    using Owner = Heap;
    Block* block = nullptr;
    Ownership own;  // of a byte outside any block

    void join(Block* to) {
      block = to;
      if (block != nullptr) block->references.add();
    }
    void copy_to(Cell& empty, Heap&) const {
      empty.join(block);
      empty.own = own;
    }
    void clear(Heap& heap) {
      if (block != nullptr) drop(block, heap);
      *this = Cell();
    }
    bool same_as(const Cell& other) const { return block == other.block && own == other.own; }
  };

  static void drop(Block* block, Heap& heap) {
    if (block->references.drop()) heap.destroy(block);
  }

  Heap& heap_;
  Shadow<Cell, Policy> objects_;
};

}  // namespace steward
