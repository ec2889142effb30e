// Something for each stretch of memory, found by address in two steps: a leaf covers 64 KiB, and is
// made when it is first asked for. Leaves never go, so whoever has found one may keep it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "core/event/types.h"

namespace steward {

inline constexpr std::uint64_t kLeafBytes = std::uint64_t{1} << 16;

// A leaf of zero bits is a fresh one. Thread safety: any thread may call anything.
template <class Leaf>
class AddressTable {
 public:
  explicit AddressTable(Heap& heap) : heap_(heap) {}
  AddressTable(const AddressTable&) = delete;
  AddressTable& operator=(const AddressTable&) = delete;

  // Null if nobody has ever asked for one around there.
  [[gnu::always_inline]] Leaf* find(Address address) const {
    const Stretch* stretch = stretches_[stretch_of(address)].load(std::memory_order_acquire);
    return stretch == nullptr ? nullptr
                              : stretch->leaves[leaf_of(address)].load(std::memory_order_acquire);
  }
  // `idle`: how much of a fresh one costs nothing at first.
  [[gnu::noinline]] Leaf& make(Address address, std::size_t idle = 0) {
    Stretch& stretch = made(stretches_[stretch_of(address)], 0);
    return made(stretch.leaves[leaf_of(address)], idle);
  }
  template <class F>
  void for_each(F&& f) {
    for (const std::atomic<Stretch*>& known : stretches_) {
      Stretch* const stretch = known.load(std::memory_order_acquire);
      if (stretch == nullptr) continue;
      for (const std::atomic<Leaf*>& leaf : stretch->leaves)
        if (Leaf* const found = leaf.load(std::memory_order_acquire)) f(*found);
    }
  }
  // f(leaf, part of the range) for those that are there, whatever the size of `range`.
  template <class F>
  void for_each_in(AddressRange range, F&& f) const {
    range.for_each_chunk(std::uint64_t{1} << kStretchBits, [&](AddressRange in_stretch) {
      if (stretches_[stretch_of(in_stretch.begin)].load(std::memory_order_acquire) == nullptr)
        return;
      in_stretch.for_each_chunk(kLeafBytes, [&](AddressRange in_leaf) {
        if (Leaf* const leaf = find(in_leaf.begin)) f(*leaf, in_leaf);
      });
    });
  }

 private:
  // 2^47 addresses: a table of stretches of 8 GiB, each a table of leaves. The first one is written
  // when a process begins, which is much for one that lives a millisecond; the others come as
  // zeros.
  static constexpr int kAddressBits = 47;
  static constexpr int kStretchBits = 33;
  static constexpr std::size_t kStretches = std::size_t{1} << (kAddressBits - kStretchBits);
  static constexpr std::size_t kLeaves = (std::size_t{1} << kStretchBits) / kLeafBytes;

  struct Stretch {
    std::atomic<Leaf*> leaves[kLeaves];
  };
  static_assert(sizeof(Stretch) > Heap::kZeroedFrom);

  static std::size_t stretch_of(Address address) {
    return (address.value() >> kStretchBits) % kStretches;
  }
  static std::size_t leaf_of(Address address) { return address.value() / kLeafBytes % kLeaves; }

  // What the pointer points to; of several threads that make one, one wins.
  template <class Part>
  Part& made(std::atomic<Part*>& pointer, std::size_t idle) {
    Part* known = pointer.load(std::memory_order_acquire);
    if (known != nullptr) return *known;
    Part* const fresh = fresh_part<Part>();
    heap_.pages().idle(static_cast<std::ptrdiff_t>(idle));
    if (pointer.compare_exchange_strong(known, fresh, std::memory_order_acq_rel)) return *fresh;
    heap_.pages().idle(-static_cast<std::ptrdiff_t>(idle));
    heap_.deallocate(fresh, sizeof(Part));
    return *known;
  }
  // What is large comes as zeros, and costs memory only where it is used.
  template <class Part>
  Part* fresh_part() {
    if constexpr (sizeof(Part) > Heap::kZeroedFrom)
      return static_cast<Part*>(heap_.allocate(sizeof(Part)));
    else return heap_.create<Part>();
  }

  Heap& heap_;
  std::atomic<Stretch*> stretches_[kStretches] = {};
};

}  // namespace steward
