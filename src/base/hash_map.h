// An open-addressing hash map on a Heap, for keys that are ids or integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "base/heap.h"

namespace steward {

// Spreads all bits of `value` over all bits of the result.
constexpr std::uint64_t mix_bits(std::uint64_t value) {
  value = (value ^ (value >> 32)) * 0x9fb21c651e98df25u;
  return value ^ (value >> 29);
}

template <class Key>
constexpr std::uint64_t hash_of(const Key& key) {
  if constexpr (requires { key.hash(); }) return key.hash();
  else if constexpr (requires { key.value(); })
    return mix_bits(static_cast<std::uint64_t>(key.value()));
  else return mix_bits(static_cast<std::uint64_t>(key));
}

// Linear probing; erasing shifts the followers back, so there are no tombstones. References to
// values are good until the next insertion or erasure.
template <class Key, class Value>
class HashMap {
 public:
  explicit HashMap(Heap& heap) : heap_(&heap) {}
  HashMap(const HashMap&) = delete;
  HashMap& operator=(const HashMap&) = delete;
  ~HashMap() {
    clear();
    if (slots_ != nullptr) heap_->deallocate(slots_, capacity_ * sizeof(Slot));
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  Value* find(const Key& key) {
    if (size_ == 0) return nullptr;
    const std::size_t i = locate(key);
    return slots_[i].used ? &slots_[i].entry.value : nullptr;
  }
  const Value* find(const Key& key) const { return const_cast<HashMap*>(this)->find(key); }
  bool contains(const Key& key) const { return find(key) != nullptr; }

  // The value of `key`, made from `arguments` if it is new.
  template <class... Arguments>
  Value& find_or_insert(const Key& key, Arguments&&... arguments) {
    if (capacity_ != 0) {
      const std::size_t i = locate(key);
      if (slots_[i].used) return slots_[i].entry.value;
    }
    if ((size_ + 1) * 4 > capacity_ * 3) grow();
    const std::size_t i = locate(key);
    ++size_;
    return fill(i, Entry{key, Value(std::forward<Arguments>(arguments)...)});
  }
  void insert_or_assign(const Key& key, Value value) { find_or_insert(key) = std::move(value); }
  // Whether it was new.
  bool insert(const Key& key, Value value = Value()) {
    const std::size_t before = size_;
    find_or_insert(key, std::move(value));
    return size_ != before;
  }

  void erase(const Key& key) {
    if (size_ == 0) return;
    std::size_t hole = locate(key);
    if (!slots_[hole].used) return;
    vacate(hole);
    --size_;
    for (std::size_t i = next(hole); slots_[i].used; i = next(i)) {
      const std::size_t home = hash_of(slots_[i].entry.key) & (capacity_ - 1);
      // The follower may move into the hole unless its home lies behind the hole.
      const bool reachable = ((i - home) & (capacity_ - 1)) >= ((i - hole) & (capacity_ - 1));
      if (!reachable) continue;
      fill(hole, std::move(slots_[i].entry));
      vacate(i);
      hole = i;
    }
  }
  void clear() {
    for (std::size_t i = 0; i < capacity_; ++i)
      if (slots_[i].used) vacate(i);
    size_ = 0;
  }

  // f(key, value) for each, in no order that means anything.
  template <class F>
  void for_each(F&& f) {
    for (std::size_t i = 0; i < capacity_; ++i)
      if (slots_[i].used) f(std::as_const(slots_[i].entry.key), slots_[i].entry.value);
  }

 private:
  struct Entry {
    Key key;
    Value value;
  };
  // Flag and entry side by side: a lookup mostly costs one cache line.
  struct Slot {
    bool used;
    union {
      Entry entry;
    };
  };

  Value& fill(std::size_t i, Entry&& entry) {
    slots_[i].used = true;
    return (new (&slots_[i].entry) Entry(std::move(entry)))->value;
  }
  void vacate(std::size_t i) {
    slots_[i].entry.~Entry();
    slots_[i].used = false;
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (capacity_ - 1); }
  // Where `key` is, or the free slot where it would go. REQUIRES: capacity_ != 0.
  std::size_t locate(const Key& key) const {
    std::size_t i = hash_of(key) & (capacity_ - 1);
    while (slots_[i].used && !(slots_[i].entry.key == key)) i = next(i);
    return i;
  }
  void grow() {
    Slot* old_slots = slots_;
    const std::size_t old_capacity = capacity_;
    capacity_ = old_capacity == 0 ? 8 : old_capacity * 2;
    slots_ = static_cast<Slot*>(heap_->allocate(capacity_ * sizeof(Slot)));
    for (std::size_t i = 0; i < capacity_; ++i) slots_[i].used = false;
    for (std::size_t i = 0; i < old_capacity; ++i) {
      if (!old_slots[i].used) continue;
      fill(locate(old_slots[i].entry.key), std::move(old_slots[i].entry));
      old_slots[i].entry.~Entry();
    }
    if (old_slots != nullptr) heap_->deallocate(old_slots, old_capacity * sizeof(Slot));
  }

  Heap* heap_;
  Slot* slots_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace steward
