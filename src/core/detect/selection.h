// A set of bytes: the locations that one phase of an analysis hands to the next.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/event/types.h"
#include "core/policy/shadow.h"

namespace steward {

// A bit a byte. Thread safety: none while bytes are added; then any number of readers.
class Selection {
 public:
  explicit Selection(Heap& heap) : heap_(heap), pages_(heap) {}
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  void add(AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      Page*& page = pages_.find_or_insert(word.value() / kPageBytes, nullptr);
      if (page == nullptr) page = heap_.create<Page>();
      page->masks[word.value() % kPageBytes / 8] |= mask;
    });
  }
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
    return (mask_at(range.begin) & mask) == mask;
  }
  // f(AddressRange) for each selected run in `range`; runs that touch may come separately.
  template <class F>
  void for_each_selected(AddressRange range, F&& f) const {
    if (contains(range)) return f(range);
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      const auto selected = static_cast<std::uint8_t>(mask_at(word) & mask);
      if (selected != 0) ByteSet(word, selected).for_each_run(f);
    });
  }
  [[gnu::always_inline]] void prefetch(Address address) const {
    Page* const* page = pages_.find(address.value() / kPageBytes);
    if (page != nullptr) __builtin_prefetch(&(*page)->masks[address.value() % kPageBytes / 8]);
  }

 private:
  static constexpr std::uint64_t kPageBytes = std::uint64_t{64}
                                              << 10;  // few pages: the table stays in the cache
  struct Page {
    std::uint8_t masks[kPageBytes / 8] = {};  // by word
  };

  std::uint8_t mask_at(Address address) const {
    Page* const* page = pages_.find(address.value() / kPageBytes);
    return page == nullptr ? 0 : (*page)->masks[address.value() % kPageBytes / 8];
  }
  bool contains_words(AddressRange range) const {
    bool all = true;
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      all = all && (mask_at(word) & mask) == mask;
    });
    return all;
  }
  template <class F>
  static void for_each_word(AddressRange range, F&& f) {
    range.for_each_chunk(8, [&](AddressRange part) {
      const std::uint64_t offset = part.begin.value() % 8;
      f(Address(part.begin.value() - offset),
        static_cast<std::uint8_t>(((1u << part.size) - 1) << offset));
    });
  }

  Heap& heap_;
  HashMap<std::uint64_t, Page*> pages_;
};

}  // namespace steward
