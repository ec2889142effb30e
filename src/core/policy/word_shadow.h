// Shadow memory for programs as they run: what Shadow is for traces, with the same members, but
// found in two steps (see address_table.h) and held word by word, so that threads meet only where
// the program's threads do.
//
// A byte's accesses are ordered by who held its word: each is compared with those before it and
// then remembered, in one go. So two threads that access it in the same moment cannot miss each
// other, whatever the hardware does in between.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/address_table.h"
#include "core/policy/byte_set.h"
#include "core/policy/policy.h"
#include "core/policy/word.h"

namespace steward {

// Thread safety: any thread may call anything, but from inside f nothing of the same shadow.
template <class Cell, class Policy>
class WordShadow {
  using Cells = Word<Cell, typename Policy::Bits>;

 public:
  using Owner = typename Cell::Owner;

  WordShadow(Heap& heap, Owner& owner) : heap_(heap), owner_(owner), leaves_(heap) {}
  WordShadow(const WordShadow&) = delete;
  WordShadow& operator=(const WordShadow&) = delete;

  // The word there, for who comes to it several times. Null if nobody has looked at anything around
  // there.
  [[gnu::always_inline]] Cells* find(Address address) const {
    Leaf* const leaf = leaf_at(address);
    return leaf == nullptr ? nullptr : &word_in(*leaf, address);
  }
  // As update() of some bytes of a word, the one around `address`, for the simple cases, which are
  // most: see Word::update_parts.
  template <class F>
  [[gnu::always_inline]] bool update_parts(Cells& cells, Address address, std::uint8_t mask,
                                           F&& f) {
    if (!cells.lock_if_only(mask)) [[unlikely]]
      return update_parts_anyhow(cells, address, mask, f);
    const bool done = f(cells.first());
    cells.unlock_only(mask);
    return done;
  }

  // Inlined for the sake of the one word that nearly every access is in.
  template <class F>
  [[gnu::always_inline]] void update(AddressRange range, F&& f) {
    if (range.begin.value() % kWordBytes + range.size <= kWordBytes) [[likely]] {
      Cells& cells = cells_at(range.begin);
      const Hold hold(cells);
      return update_held(cells, word_of(range.begin), mask_of(range), f);
    }
    update_words(range, f);
  }
  // Whether f(const Cell&) holds for all bytes of `range`: see Word::peek.
  template <class F>
  [[gnu::always_inline]] bool peek(AddressRange range, F&& f) const {
    if (range.begin.value() % kWordBytes + range.size <= kWordBytes) [[likely]]
      return peek_word(range.begin, mask_of(range), f);
    bool all = true;
    for_each_word(range,
                  [&](Address word, std::uint8_t mask) { all = all && peek_word(word, mask, f); });
    return all;
  }
  template <class F>
  void atomically(AddressRange range, F&& f) {
    // In the order of addresses, as everybody does it who holds several.
    for_each_word(range, [&](Address word, std::uint8_t) { cells_at(word).lock(); });
    f(View{*this, range});
    for_each_word(range, [&](Address word, std::uint8_t) { cells_at(word).unlock(); });
  }
  template <class F>
  void visit(AddressRange range, F&& f) {
    for_each_known_word(range, [&](Cells& cells, Address word, std::uint8_t mask) {
      const Hold hold(cells);
      cells.visit(mask,
                  [&](const Cell& cell, std::uint8_t bytes) { f(cell, ByteSet(word, bytes)); });
    });
  }
  template <class F>
  void update_existing(AddressRange range, F&& f) {
    for_each_known_word(range, [&](Cells& cells, Address word, std::uint8_t mask) {
      const Hold hold(cells);
      std::uint8_t known = 0;
      cells.visit(mask, [&](const Cell&, std::uint8_t bytes) { known |= bytes; });
      if (known != 0) update_held(cells, word, known, f);
    });
  }
  // f(Cell&) for each history there is, held one word after the other; how many words have one.
  // What is copied meanwhile waits: it cannot get from where f was not to where it has been.
  template <class F>
  std::size_t update_all(F&& f) {
    const Hold hold_copies(copying_);
    std::size_t words = 0;
    leaves_.for_each([&](Leaf& leaf) {
      for (std::size_t page = 0; page < kLeafPages; ++page) {
        if (!leaf.used[page].load(std::memory_order_relaxed)) continue;
        for (std::size_t i = 0; i < kPageWords; ++i) {
          Cells& cells = leaf.words[page * kPageWords + i];
          if (cells.is_exactly(0)) continue;
          const Hold hold(cells);
          cells.for_each_cell(f);
          ++words;
        }
      }
    });
    return words;
  }
  void clear(AddressRange range) {
    leaves_.for_each_in(range, [&](Leaf& leaf, AddressRange part) {
      const WholeWords whole(part);
      clear_words(leaf, whole.before);
      if (whole.words.size < kBulkBytes) clear_words(leaf, whole.words);
      else clear_many_words(leaf, whole.words);
      clear_words(leaf, whole.behind);
    });
  }
  // As memmove() does it: what is read has not been written.
  void copy(Address from, AddressRange to) {
    if (from == to.begin) return;
    const Hold hold_copies(copying_);
    if (from.value() % kWordBytes != to.begin.value() % kWordBytes) return copy_bytes(from, to);
    const WholeWords whole(to);
    const auto source_of = [&](Address at) { return from + (at - to.begin); };
    const auto copy_part = [&](AddressRange part) {
      if (part.size != 0) copy_bytes(source_of(part.begin), part);
    };
    const bool forwards = from > to.begin;
    const bool many = whole.words.size >= kBulkBytes;
    copy_part(forwards ? whole.before : whole.behind);
    for_each_part(whole.words, from - to.begin, forwards, [&](AddressRange part) {
      copy_words(source_of(part.begin), part, forwards, many);
    });
    copy_part(forwards ? whole.behind : whole.before);
  }
  // Of all words: see Word::forget_accesses. Pages in which nothing is left are given back.
  void forget_accesses() {
    leaves_.for_each([&](Leaf& leaf) { forget_accesses(leaf); });
  }
  // Gives back all pages of words, whoever has them and whatever they point to. REQUIRES: nobody
  // uses the shadow from now on.
  void drop() {
    leaves_.for_each([&](Leaf& leaf) {
      std::size_t used = 0;
      for (const std::atomic<bool>& page : leaf.used) used += page.load(std::memory_order_relaxed);
      if (used == 0 || !heap_.pages().renew(leaf.words, sizeof(leaf.words))) return;
      heap_.pages().idle(static_cast<std::ptrdiff_t>(used * kPage));
    });
  }
  // A program that runs does not say where it will go next.
  void prefetch(Address) {}

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kLeafWords = kLeafBytes / kWordBytes;
  static constexpr std::size_t kPageWords = kPage / sizeof(Cells);
  static constexpr std::size_t kLeafPages = kLeafWords / kPageWords;
  static_assert(kPage % sizeof(Cells) == 0);

  // Larger than Heap::kZeroedFrom: fresh ones are empty, and cost memory where they are used.
  struct Leaf {
    // By page of words: whether one of them has had a history since the page was empty.
    std::atomic<bool> used[kLeafPages];
    // With what the heap puts before it, that fills a page.
    std::byte unused[kPage - Heap::kBehindPage - sizeof(used)];
    Cells words[kLeafWords];
  };
  static_assert(sizeof(Leaf) > Heap::kZeroedFrom);

  // From so much on it pays to change words in bulk: for a moment all who come to hold a word
  // anywhere notice.
  static constexpr std::uint64_t kBulkBytes = 4096;
  // Others do not wait longer than for so much.
  static constexpr std::uint64_t kPartBytes = 4096;

  // The words that a range covers, and what it has of those at its ends.
  struct WholeWords {
    explicit WholeWords(AddressRange range) {
      const Address first(std::min(range.end().value(),
                                   (range.begin.value() + kWordBytes - 1) & ~(kWordBytes - 1)));
      const Address end(std::max(first.value(), range.end().value() & ~(kWordBytes - 1)));
      before = {range.begin, first - range.begin};
      words = {first, end - first};
      behind = {end, range.end() - end};
    }
    AddressRange before, words, behind;
  };

  struct Saved {
    Saved(std::uint64_t o, std::uint64_t s) : offset(o), size(s) {}
    std::uint64_t offset;
    std::uint64_t size;
    Cell cell = {};
  };
  struct View {
    WordShadow& shadow;
    AddressRange range;
    template <class F>
    void update(F&& f) const {
      update(range, f);
    }
    // REQUIRES: `part` lies in the range that is held.
    template <class F>
    void update(AddressRange part, F&& f) const {
      for_each_word(part, [&](Address word, std::uint8_t mask) {
        shadow.update_held(shadow.cells_at(word), word, mask, f);
      });
    }
  };

  template <class F>
  [[gnu::always_inline]] bool peek_word(Address address, std::uint8_t mask, F& f) const {
    const Leaf* leaf = leaf_at(address);
    return leaf != nullptr && word_in(*leaf, address).peek(mask, f);
  }
  template <class F>
  [[gnu::noinline]] bool update_parts_anyhow(Cells& cells, Address address, std::uint8_t mask,
                                             F& f) {
    const Hold hold(cells);
    if (cells.empty()) note_use(word_of(address));
    return cells.update_parts(mask, room(), f);
  }
  template <class F>
  [[gnu::noinline]] void update_words(AddressRange range, F& f) {
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      Cells& cells = cells_at(word);
      const Hold hold(cells);
      update_held(cells, word, mask, f);
    });
  }
  template <class F>
  [[gnu::always_inline]] void update_held(Cells& cells, Address word, std::uint8_t mask, F& f) {
    if (cells.empty()) [[unlikely]]
      note_use(word);
    cells.update(
        mask, room(), [&](Cell & cell, std::uint8_t bytes) __attribute__((always_inline)) {
          f(cell, ByteSet(word, bytes));
        });
  }
  void clear_words(Leaf& leaf, AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      Cells& cells = word_in(leaf, word);
      if (cells.is_exactly(0)) return;
      const Hold hold(cells);
      cells.clear(mask, room());
    });
  }
  // In bulks, but for words that are not plain enough for that: those are held.
  void clear_many_words(Leaf& leaf, AddressRange range) {
    range.for_each_chunk(kPageWords * kWordBytes, [&](AddressRange part) {
      const std::size_t first = number_in_leaf(part.begin);
      if (!leaf.used[first / kPageWords].load(std::memory_order_relaxed)) return;
      Cells* const words = &leaf.words[first];
      const std::size_t count = part.size / kWordBytes;
      for (std::size_t done = 0; done < count; ++done) {
        if (Cells::kHasPlain) {
          const Bulk bulk(leaf.words, sizeof leaf.words);
          done += Cells::clear_in_bulk(words + done, count - done);
          if (done == count) return;
        }
        const Hold hold(words[done]);
        words[done].clear(kWholeWord, room());
      }
    });
  }
  // f(part) for parts of `words` that lie in one leaf, as does their source, `distance` further; in
  // this order.
  template <class F>
  static void for_each_part(AddressRange words, std::uint64_t distance, bool forwards, F&& f) {
    for (std::uint64_t left = words.size; left != 0;) {
      // The next part begins here, or ends.
      const Address edge = words.begin + (forwards ? words.size - left : left);
      const auto room_at = [&](std::uint64_t at) {
        const std::uint64_t before = at % kLeafBytes;
        if (forwards) return kLeafBytes - before;
        return before == 0 ? kLeafBytes : before;
      };
      const std::uint64_t size =
          std::min({left, room_at(edge.value()), room_at(edge.value() + distance), kPartBytes});
      left -= size;
      f(AddressRange{forwards ? edge : words.begin + left, size});
    }
  }
  // REQUIRES: both are in one leaf each.
  void copy_words(Address from, AddressRange to, bool forwards, bool many) {
    Leaf* const source = leaf_at(from);
    if (source == nullptr) return clear(to);
    Leaf& leaf = leaf_for(to.begin);
    const Cells* const first_from = &word_in(*source, from);
    Cells* const first_to = &word_in(leaf, to.begin);
    const std::size_t count = to.size / kWordBytes;
    const auto at = [&](std::size_t done) { return forwards ? done : count - 1 - done; };
    for (std::size_t done = 0; done < count; ++done) {
      if (Cells::kHasPlain && many) {
        const Bulk of_both;
        while (done < count && copy_plainly(first_from[at(done)], leaf, first_to[at(done)])) ++done;
        if (done == count) return;
      }
      copy_anyhow(const_cast<Cells&>(first_from[at(done)]), leaf, first_to[at(done)]);
    }
  }
  [[gnu::always_inline]] bool copy_plainly(const Cells& from, Leaf& leaf, Cells& to) {
    // Far enough for what comes next, in either direction.
    static constexpr std::ptrdiff_t kAhead = 32;
    __builtin_prefetch(&from + (&from < &to ? -kAhead : kAhead));
    __builtin_prefetch(&to + (&from < &to ? -kAhead : kAhead), 1);
    if (!from.empty()) note_use(leaf, to);
    return to.copy_in_bulk(from);
  }
  void copy_anyhow(Cells& from, Leaf& leaf, Cells& to) {
    Cells between = {};
    {
      const Hold hold(from);
      from.copy_to(between, room());
    }
    {
      const Hold hold(to);
      if (!between.empty()) note_use(leaf, to);
      to.clear(kWholeWord, room());
      between.copy_to(to, room());
    }
    between.clear(kWholeWord, room());
  }
  void copy_bytes(Address from, AddressRange to) {
    Vector<Saved> saved(heap_);
    visit({from, to.size}, [&](const Cell& cell, ByteSet bytes) {
      bytes.for_each_run([&](AddressRange run) {
        Saved& one = saved.emplace_back(run.begin - from, run.size);
        cell.copy_to(one.cell, owner_);
      });
    });
    leaves_.for_each_in(to, [&](Leaf& leaf, AddressRange part) { clear_words(leaf, part); });
    for (Saved& one : saved) {
      update({to.begin + one.offset, one.size},
             [&](Cell& cell, ByteSet) { one.cell.copy_to(cell, owner_); });
      one.cell.clear(owner_);
    }
  }
  typename Cells::Room room() { return {heap_, owner_}; }

  // The word is about to get a history. REQUIRES: it is held, or in a bulk.
  [[gnu::noinline]] void note_use(Address word) {
    Leaf& leaf = *leaf_at(word);
    note_use(leaf, word_in(leaf, word));
  }
  [[gnu::always_inline]] void note_use(Leaf& leaf, const Cells& word) {
    const auto page = static_cast<std::size_t>(&word - leaf.words) / kPageWords;
    if (leaf.used[page].load(std::memory_order_relaxed)) return;
    if (!leaf.used[page].exchange(true, std::memory_order_relaxed))
      heap_.pages().idle(-static_cast<std::ptrdiff_t>(kPage));
  }

  // Pages are given back in runs, with all their words held: an empty word that is held becomes, in
  // one step, one that is not held. Nobody unlocks it. Who waits for it finds it free, and who has
  // taken it since then has a page of his own.
  void forget_accesses(Leaf& leaf) {
    std::size_t begin = 0;  // of a run: its words are held and empty
    for (std::size_t page = 0; page < kLeafPages; ++page) {
      if (leaf.used[page].load(std::memory_order_relaxed)) {
        if (forget_and_hold(leaf, page)) continue;
        release(leaf, page, page + 1);
      }
      give_back(leaf, begin, page);
      begin = page + 1;
    }
    give_back(leaf, begin, kLeafPages);
  }
  // In the order of addresses, as everybody does it. Whether nothing is left in the page.
  bool forget_and_hold(Leaf& leaf, std::size_t page) {
    bool all_empty = true;
    for (std::size_t i = 0; i < kPageWords; ++i) {
      Cells& cells = leaf.words[page * kPageWords + i];
      cells.lock();
      all_empty &= cells.forget_accesses(room());
    }
    return all_empty;
  }
  void give_back(Leaf& leaf, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const std::size_t bytes = (end - begin) * kPage;
    // Said before: afterwards somebody may have come and said the opposite.
    for (std::size_t page = begin; page < end; ++page)
      leaf.used[page].store(false, std::memory_order_relaxed);
    heap_.pages().idle(static_cast<std::ptrdiff_t>(bytes));
    if (heap_.pages().renew(&leaf.words[begin * kPageWords], bytes)) return;
    heap_.pages().idle(-static_cast<std::ptrdiff_t>(bytes));
    for (std::size_t page = begin; page < end; ++page)
      leaf.used[page].store(true, std::memory_order_relaxed);
    release(leaf, begin, end);
  }
  static void release(Leaf& leaf, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin * kPageWords; i < end * kPageWords; ++i) leaf.words[i].unlock();
  }

  template <class AnyLeaf>
  static auto& word_in(AnyLeaf& leaf, Address address) {
    return leaf.words[number_in_leaf(address)];
  }
  Leaf* leaf_at(Address address) const { return leaves_.find(address); }
  Leaf& leaf_for(Address address) {
    Leaf* const leaf = leaf_at(address);
    return leaf != nullptr ? *leaf : leaves_.make(address, sizeof(Leaf::words));
  }
  Cells& cells_at(Address address) { return word_in(leaf_for(address), address); }
  static std::size_t number_in_leaf(Address address) {
    return address.value() % kLeafBytes / kWordBytes;
  }
  // f(cells, word, mask) for the words of `range` that somebody has looked at, whatever its size.
  template <class F>
  void for_each_known_word(AddressRange range, F&& f) {
    leaves_.for_each_in(range, [&](Leaf& leaf, AddressRange part) {
      for_each_word(part, [&](Address word, std::uint8_t mask) {
        Cells& cells = word_in(leaf, word);
        if (!cells.is_exactly(0)) f(cells, word, mask);
      });
    });
  }

  Heap& heap_;
  Owner& owner_;
  AddressTable<Leaf> leaves_;
  [[no_unique_address]] typename Policy::Lock copying_;
};

}  // namespace steward
