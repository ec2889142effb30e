// A set of bytes: the locations that one phase of an analysis hands to the next.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/event/types.h"
#include "core/policy/address_table.h"
#include "core/policy/byte_set.h"

namespace steward {

// Masks of the bytes of words, for traces: any address, and nobody else at work while it changes.
class TraceMasks {
 public:
  explicit TraceMasks(Heap& heap) : heap_(heap), pages_(heap) {}

  void add(Address word, std::uint8_t mask) {
    Page*& page = pages_.find_or_insert(word.value() / kPageBytes, nullptr);
    if (page == nullptr) page = heap_.create<Page>();
    page->masks[word.value() % kPageBytes / 8] |= mask;
  }
  std::uint8_t at(Address address) const {
    Page* const* page = pages_.find(address.value() / kPageBytes);
    return page == nullptr ? 0 : (*page)->masks[address.value() % kPageBytes / 8];
  }
  // f(mask) of each word, of the bytes that are in `range`.
  template <class F>
  void for_each_in(AddressRange range, F&& f) const {
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      f(static_cast<std::uint8_t>(at(word) & mask));
    });
  }
  void prefetch(Address address) const {
    Page* const* page = pages_.find(address.value() / kPageBytes);
    if (page != nullptr) __builtin_prefetch(&(*page)->masks[address.value() % kPageBytes / 8]);
  }

 private:
  static constexpr std::uint64_t kPageBytes = std::uint64_t{64}
                                              << 10;  // few pages: the table stays in the cache
  struct Page {
    std::uint8_t masks[kPageBytes / 8] = {};  // by word
  };

  Heap& heap_;
  HashMap<std::uint64_t, Page*> pages_;
};

// The same for programs as they run: any thread may call anything.
class LiveMasks {
 public:
  explicit LiveMasks(Heap& heap) : leaves_(heap) {}

  void add(Address word, std::uint8_t mask) {
    Leaf* const leaf = leaves_.find(word);
    auto& now = mask_in(leaf != nullptr ? *leaf : leaves_.make(word), word);
    // Most blocks come where others with the same class were.
    if ((now.load(std::memory_order_relaxed) & mask) != mask)
      now.fetch_or(mask, std::memory_order_relaxed);
  }
  void remove(AddressRange range) {
    leaves_.for_each_in(range, [](Leaf& leaf, AddressRange part) {
      for_each_word(part, [&](Address word, std::uint8_t mask) {
        auto& now = mask_in(leaf, word);
        if ((now.load(std::memory_order_relaxed) & mask) != 0)
          now.fetch_and(static_cast<std::uint8_t>(~mask), std::memory_order_relaxed);
      });
    });
  }
  [[gnu::always_inline]] std::uint8_t at(Address address) const {
    Leaf* const leaf = leaves_.find(address);
    return leaf == nullptr ? 0 : mask_in(*leaf, address).load(std::memory_order_relaxed);
  }
  // f(mask) of each word where there may be some, of the bytes that are in `range`.
  template <class F>
  [[gnu::always_inline]] void for_each_in(AddressRange range, F&& f) const {
    leaves_.for_each_in(range, [&](Leaf& leaf, AddressRange part) {
      for_each_word(part, [&](Address word, std::uint8_t mask) {
        f(static_cast<std::uint8_t>(mask_in(leaf, word).load(std::memory_order_relaxed) & mask));
      });
    });
  }
  void prefetch(Address) const {}

 private:
  struct Leaf {
    std::atomic<std::uint8_t> masks[kLeafBytes / kWordBytes] = {};
  };
  static std::atomic<std::uint8_t>& mask_in(Leaf& leaf, Address address) {
    return leaf.masks[address.value() % kLeafBytes / kWordBytes];
  }

  AddressTable<Leaf> leaves_;
};

// A bit a byte. Thread safety: that of the masks.
template <class Masks>
class BasicSelection {
 public:
  explicit BasicSelection(Heap& heap) : masks_(heap) {}
  BasicSelection(const BasicSelection&) = delete;
  BasicSelection& operator=(const BasicSelection&) = delete;

  void add(AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t mask) { masks_.add(word, mask); });
  }
  void remove(AddressRange range) { masks_.remove(range); }
  // As a detector's report: the bytes of each finding.
  template <class Finding>
  void operator()(const Finding& finding) {
    add(finding.bytes);
  }
  // Whether all of `range` is selected.
  [[gnu::always_inline]] bool contains(AddressRange range) const {
    const std::uint64_t offset = range.begin.value() % 8;
    if (offset + range.size > 8) [[unlikely]]
      return contains_words(range);
    const auto mask = static_cast<std::uint8_t>(((1u << range.size) - 1) << offset);
    return (masks_.at(range.begin) & mask) == mask;
  }
  // f(AddressRange) for each selected run in `range`; runs that touch may come separately.
  template <class F>
  void for_each_selected(AddressRange range, F&& f) const {
    if (contains(range)) return f(range);
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      const auto selected = static_cast<std::uint8_t>(masks_.at(word) & mask);
      if (selected != 0) ByteSet(word, selected).for_each_run(f);
    });
  }
  // Whether there is none.
  [[gnu::always_inline]] bool misses(AddressRange range) const {
    const std::uint64_t offset = range.begin.value() % 8;
    if (offset + range.size > 8) [[unlikely]]
      return misses_words(range);
    return (masks_.at(range.begin) & ((1u << range.size) - 1) << offset) == 0;
  }
  [[gnu::always_inline]] void prefetch(Address address) const { masks_.prefetch(address); }

 private:
  bool misses_words(AddressRange range) const {
    bool none = true;
    masks_.for_each_in(range, [&](std::uint8_t selected) { none = none && selected == 0; });
    return none;
  }
  bool contains_words(AddressRange range) const {
    bool all = true;
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      all = all && (masks_.at(word) & mask) == mask;
    });
    return all;
  }

  Masks masks_;
};

using Selection = BasicSelection<TraceMasks>;
using LiveSelection = BasicSelection<LiveMasks>;
// The one that fits a policy.
template <class Policy>
using SelectionFor = std::conditional_t<Policy::kWordLocks, LiveSelection, Selection>;

}  // namespace steward
