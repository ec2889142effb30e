// The words of 64 KiB of the program, as shadows of running programs have them, in pages; and what
// can be done with many at once by who is a guest in their pages (see claims.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "base/heap.h"
#include "core/policy/address_table.h"
#include "core/policy/byte_set.h"

namespace steward {

// What an analysis keeps of each word beside its history, if nothing.
struct NothingBeside {};

// What words keep in a row of its own behind theirs, if anything: see PackedWord.
template <class Cells>
concept HasRest = requires {
  typename Cells::Rest;
};
template <class Cells, std::size_t count, std::size_t page>
struct RestsOf {};
template <HasRest Cells, std::size_t count, std::size_t page>
struct RestsOf<Cells, count, page> {
  static_assert(sizeof(typename Cells::Rest) == sizeof(Cells));
  typename Cells::Rest row[count];
  std::atomic<bool> used[count * sizeof(Cells) / page];  // by page of words, as below
};

// Larger than Heap::kZeroedFrom: fresh ones are empty, and cost memory where they are used.
template <class Cells, class Owners, class Beside = NothingBeside>
struct WordLeaf {
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kWords = kLeafBytes / kWordBytes;
  static constexpr std::size_t kPageWords = kPage / sizeof(Cells);
  static constexpr std::size_t kPages = kWords / kPageWords;
  static_assert(kPage % sizeof(Cells) == 0);
  // So many together belong to a thread: what different threads allocate is often not far apart.
  static constexpr std::size_t kOwnedWords = 128;

  // By page of words: whether one of them has had a history since the page was empty.
  std::atomic<bool> used[kPages];
  typename Owners::Page owners[kWords / kOwnedWords];
  // With what the heap puts before it, that fills a page.
  std::byte unused[kPage - Heap::kBehindPage - sizeof(used) - sizeof(owners)];
  Cells words[kWords];
  [[no_unique_address]] RestsOf<Cells, kWords, kPage> rests;
  [[no_unique_address]] Beside beside;

  // What of a fresh one costs nothing at first.
  static constexpr std::size_t kIdle = sizeof(Cells) * kWords * (HasRest<Cells> ? 2 : 1);

  using Pages = typename Owners::Pages;
  bool is_used(std::size_t word) const {
    return used[word / kPageWords].load(std::memory_order_relaxed);
  }
};

// Some in a row, by number.
template <class Leaf>
struct WordRow {
  Leaf& leaf;
  std::size_t begin;
  std::size_t end;

  bool empty() const { return begin == end; }
  std::size_t size() const { return end - begin; }
  // Those at the beginning that are in pages that nothing was ever in.
  void skip_unused() {
    while (begin < end && !leaf.is_used(begin)) begin = std::min(end, end_of_page(begin));
  }
  // As many as are in one page, from the beginning or from the end on.
  WordRow in_first_page() const { return {leaf, begin, std::min(end, end_of_page(begin))}; }
  std::size_t left_in_page(bool forwards) const {
    return forwards ? in_first_page().size() : std::min(size(), (end - 1) % Leaf::kPageWords + 1);
  }
  WordRow part(std::size_t skipped, std::size_t count, bool forwards) const {
    const std::size_t first = forwards ? begin + skipped : end - skipped - count;
    return {leaf, first, first + count};
  }
  // Whether one of their pages has words with a rest.
  bool has_rests() const {
    for (std::size_t page = begin / Leaf::kPageWords; page * Leaf::kPageWords < end; ++page)
      if (leaf.rests.used[page].load(std::memory_order_relaxed)) return true;
    return false;
  }
  auto pages() const {
    const auto owners_of = [&](std::size_t word) { return leaf.owners + word / Leaf::kOwnedWords; };
    return typename Leaf::Pages{owners_of(begin), owners_of(end - 1) + 1};
  }

 private:
  static std::size_t end_of_page(std::size_t word) {
    return (word / Leaf::kPageWords + 1) * Leaf::kPageWords;
  }
};

}  // namespace steward
