// Which bytes of the program's memory are tracked: what reads of them get is decided (see
// adversary.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/byte_set.h"

namespace steward {

// Nearly all accesses are of other memory: one bit says so for most of them.
class AddressFilter {
 public:
  constexpr AddressFilter() = default;
  void add(Address word) {
    bits_[at(word.value()) / 64] |= bit(word.value());
    empty_ = false;
  }
  // Whether any byte may be tracked: a yes is often wrong, a no never.
  [[gnu::always_inline]] bool may_contain(const void* begin, std::size_t size) const {
    const auto address = reinterpret_cast<std::uint64_t>(begin);
    if (empty_) [[likely]]
      return false;
    if (size > 2 * kWordBytes) [[unlikely]]
      return true;
    return has(address) || has(address + size - 1) ||
           (size > kWordBytes && has(address + kWordBytes));
  }

 private:
  static constexpr std::size_t kBits = 1 << 15;
  static std::size_t at(std::uint64_t address) { return address / kWordBytes % kBits; }
  static std::uint64_t bit(std::uint64_t address) { return std::uint64_t{1} << at(address) % 64; }
  bool has(std::uint64_t address) const { return (bits_[at(address) / 64] & bit(address)) != 0; }

  bool empty_ = true;
  std::uint64_t bits_[kBits / 64] = {};
};

class TrackedMemory {
 public:
  TrackedMemory(Heap& heap, AddressFilter& filter) : heap_(heap), filter_(filter), words_(heap) {}

  bool empty() const { return words_.empty(); }
  void add(AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t bytes) {
      words_.find_or_insert(word.value()) |= bytes;
      filter_.add(word);
    });
  }
  void remove(AddressRange range) {
    Vector<std::uint64_t> gone(heap_);
    for_each(range,
             [&](Address word, std::uint8_t, std::uint8_t) { gone.push_back(word.value()); });
    for (const std::uint64_t word : gone) words_.erase(word);
  }
  // f(word, the bytes of it that are tracked, those of them in the range) for each, in their order.
  template <class F>
  void for_each(AddressRange range, F&& f) {
    const auto visit = [&](Address word, std::uint8_t in_range, std::uint8_t tracked) {
      const auto both = static_cast<std::uint8_t>(in_range & tracked);
      if (both != 0) f(word, tracked, both);
    };
    if (range.size / kWordBytes <= words_.size())
      return for_each_word(range, [&](Address word, std::uint8_t bytes) {
        if (const std::uint8_t* const tracked = words_.find(word.value()))
          visit(word, bytes, *tracked);
      });
    Vector<Address> words(heap_);
    words_.for_each([&](std::uint64_t word, std::uint8_t) {
      if (range.overlaps({Address(word), kWordBytes})) words.push_back(Address(word));
    });
    std::sort(words.begin(), words.end());
    for (const Address word : words)
      visit(word, mask_of(range.intersection({word, kWordBytes})), *words_.find(word.value()));
  }
  bool contains_any(AddressRange range) {
    bool found = false;
    if (!empty()) for_each(range, [&](Address, std::uint8_t, std::uint8_t) { found = true; });
    return found;
  }

 private:
  Heap& heap_;
  AddressFilter& filter_;
  HashMap<std::uint64_t, std::uint8_t> words_;
};

}  // namespace steward
