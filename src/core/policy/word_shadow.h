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
#include <iterator>
#include <type_traits>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/address_table.h"
#include "core/policy/bulk.h"
#include "core/policy/byte_set.h"
#include "core/policy/claims.h"
#include "core/policy/packed_word.h"
#include "core/policy/policy.h"
#include "core/policy/whole_words.h"
#include "core/policy/word_leaf.h"

namespace steward {

// A policy may want a place for something of its own beside the words of a leaf: zeros at first.
template <class Policy>
struct BesideWords {
  using Type = NothingBeside;
};
template <class Policy>
requires requires { typename Policy::BesideWords; }
struct BesideWords<Policy> {
  using Type = typename Policy::BesideWords;
};
template <class Policy>
using BesideWordsOf = typename BesideWords<Policy>::Type;

// Thread safety: any thread may call anything, but from inside f nothing of the same shadow.
template <class Cell, class Policy>
class WordShadow {
  using Cells = WordFor<Cell, typename Policy::Bits>;
  using Owners = Claims<typename Policy::Bits>;
  using Self = typename Owners::Self;
  using Guest = typename Owners::Guest;

 public:
  using Owner = typename Cell::Owner;

  WordShadow(Heap& heap, Owner& owner) : heap_(heap), owner_(owner), leaves_(heap) {}
  WordShadow(const WordShadow&) = delete;
  WordShadow& operator=(const WordShadow&) = delete;

  using Leaf = WordLeaf<Cells, Owners, BesideWordsOf<Policy>>;
  static_assert(sizeof(Leaf) > Heap::kZeroedFrom);
  [[gnu::always_inline]] Leaf* find(Address address) const { return leaves_.find(address); }
  // So much of the program belongs to one thread at once.
  static constexpr std::uint64_t kPageBytes = Leaf::kOwnedWords * kWordBytes;
  // A word and what is around it, for who comes to them several times. None if nobody has looked at
  // anything around there.
  struct Place {
    Cells* word = nullptr;
    Leaf* leaf = nullptr;
    bool is_none() const { return leaf == nullptr; }
  };
  [[gnu::always_inline]] Place find_place(Address address) const {
    Leaf* const leaf = find(address);
    return leaf == nullptr ? Place() : Place{&word_in(*leaf, address), leaf};
  }

  // Whether that epoch has done it to these bytes, of one word or of two whole ones:
  // PackedWord::repeats().
  [[gnu::always_inline]] static bool repeats(Place place, AddressRange range, std::uint64_t epoch,
                                             AccessKind kind) {
    return one_or_two(
        place.word,
        range, [&](const Cells& cells, std::uint8_t mask) __attribute__((always_inline)) {
          return cells.repeats(epoch, kind, mask);
        });
  }
  [[gnu::always_inline]] bool repeats_load(AddressRange range, std::uint64_t epoch,
                                           bool acquires) const {
    const Leaf* const leaf = find(range.begin);
    return leaf != nullptr && range.begin.value() % kWordBytes + range.size <= kWordBytes &&
           word_in(*leaf, range.begin).repeats_load(epoch, acquires, mask_of(range));
  }
  // The access to bytes of one word, if it is simple: PackedWord::access(). `self` is somebody.
  [[gnu::always_inline]] bool access(Leaf& leaf, Address address, AccessKind kind,
                                     std::uint64_t epoch, std::uint8_t mask, std::uint32_t origin,
                                     const VectorClock& known, Self self) {
    Cells& cells = word_in(leaf, address);
    bool done = false;
    const auto on_first = [&]() __attribute__((always_inline)) { note_use(leaf, cells); };
    const auto alone = [&]() __attribute__((always_inline)) {
      done = cells.access_alone(kind, epoch, mask, origin, known, on_first);
    };
    if (!owners_.if_mine(page_of(leaf, address), self, alone)) [[unlikely]]
      done = access_anyhow(leaf, address, {Touch::What::access, kind, epoch}, mask, origin, known,
                           self);
    note_more(leaf, cells);
    return done;
  }
  // Whether a word of `range` has more than fits into itself: at some moment.
  [[gnu::always_inline]] static bool has_more(Place place, AddressRange range) {
    return place.word[0].has_more() || (range.size > kWordBytes && place.word[1].has_more());
  }
  // The same in fewer steps, for most of those that are, by two ways: renew_alone() in a page of
  // self's own, renew_locked() in one that is everybody's. `range` is in one word, or two whole
  // ones of one page. False: perhaps it is simple all the same; what was done of it need not be
  // repeated. REQUIRES: the epoch has not done all of it.
  [[gnu::always_inline]] static bool is_own(Place place, Address address, Self self) {
    return Owners::is_own(page_of(*place.leaf, address), self);
  }
  template <bool more>
  [[gnu::always_inline]] bool renew_alone(Place place, AddressRange range, AccessKind kind,
                                          std::uint64_t epoch, std::uint32_t origin,
                                          const VectorClock::Reader& clock, Self self) {
    bool done = false;
    const auto renew = [&](Cells & cells, std::uint8_t mask) __attribute__((always_inline)) {
      if (range.size > kWordBytes && cells.repeats(epoch, kind, mask)) return true;
      if (!cells.template renew_alone<more>(kind, epoch, mask, origin, clock, in_use(place)))
        return false;
      if constexpr (more) note_more(*place.leaf, cells);
      return true;
    };
    const auto alone = [&]() __attribute__((always_inline)) {
      done = one_or_two(place.word, range, renew);
    };
    return owners_.if_mine(page_of(*place.leaf, range.begin), self, alone) && done;
  }
  template <bool more>
  [[gnu::always_inline]] bool renew_locked(Place place, AddressRange range, AccessKind kind,
                                           std::uint64_t epoch, std::uint32_t origin,
                                           const VectorClock::Reader& clock, Self self) {
    const typename Owners::Page& page = page_of(*place.leaf, range.begin);
    if (!page.is_everybodys()) return false;
    bool done = false;
    const auto renew = [&](Cells & cells, std::uint8_t mask) __attribute__((always_inline)) {
      if (range.size > kWordBytes && cells.repeats(epoch, kind, mask)) return true;
      if (!cells.template renew_locked<more>(kind, epoch, mask, origin, clock, in_use(place)))
        return false;
      if constexpr (more) note_more(*place.leaf, cells);
      return true;
    };
    const auto locking = [&]() __attribute__((always_inline)) {
      done = one_or_two(place.word, range, renew);
    };
    return owners_.if_everybodys(page, self, locking) && done;
  }
  // The same for all words of `range`, and f as in update() for those where it is not.
  template <class F>
  void access(AddressRange range, const Touch& touch, std::uint32_t origin,
              const VectorClock& known, F&& f) {
    const Self self = Policy::self();
    const VectorClock::Reader clock(known);
    const bool can_own = touch.epoch != 0 && self != Owners::kNobody;
    range.for_each_chunk(kPageBytes, [&](AddressRange part) {
      Leaf& leaf = made_leaf(part.begin);
      while (part.size != 0) {
        const AddressRange in_word = first_word(part);
        const Address word = word_of(in_word.begin);
        const std::uint8_t mask = mask_of(in_word);
        const bool repeated = can_own && word_in(leaf, word).repeats(touch.epoch, touch.kind, mask);
        const std::uint64_t renewed =
            can_own && !repeated ? renew_many(leaf, part, touch, origin, clock, self) : 0;
        if (!repeated && renewed == 0 &&
            !(can_own && access(leaf, word, touch.kind, touch.epoch, mask, origin, known, self))) {
          const HoldWord hold(*this, leaf, word);
          update_held(leaf, word, mask, f, touch);
        }
        skip(part, std::max(renewed, in_word.size));
      }
    });
  }
  // The access to all words of `range` or, false, to none: if it is simple in all of them, and they
  // are in one page of self's. REQUIRES: the epoch has bits, and `self` is somebody.
  bool access_alone(AddressRange range, const Touch& touch, std::uint32_t origin,
                    const VectorClock& known) {
    Leaf* const leaf = find(range.begin);
    if (leaf == nullptr || range.begin.value() % kPageBytes + range.size > kPageBytes) return false;
    bool takes = true, done = false;
    owners_.if_mine(page_of(*leaf, range.begin), Policy::self(), [&] {
      for_each_word(range, [&](Address word, std::uint8_t mask) {
        takes =
            takes && word_in(*leaf, word).takes_alone(touch.kind, touch.epoch, mask, origin, known);
      });
      if (!takes) return;
      for_each_word(range, [&](Address word, std::uint8_t mask) {
        Cells& cells = word_in(*leaf, word);
        cells.access_alone(touch.kind, touch.epoch, mask, origin, known,
                           [&] { note_use(*leaf, cells); });
      });
      done = true;
    });
    return done;
  }
  // Whether that epoch has done it.
  bool repeats(AddressRange range, std::uint64_t epoch, AccessKind kind) const {
    while (range.size != 0) {
      const Leaf* const leaf = find(range.begin);
      if (leaf == nullptr) return false;
      AddressRange part{range.begin,
                        std::min(range.size, kLeafBytes - range.begin.value() % kLeafBytes)};
      skip(range, part.size);
      for (const Cells* cells = &word_in(*leaf, part.begin); part.size != 0; ++cells) {
        if (part.begin.value() % kWordBytes == 0 && part.size >= kWordBytes) [[likely]] {
          if (!cells->repeats(epoch, kind, kWholeWord)) return false;
          skip(part, kWordBytes);
        } else {
          const AddressRange in_word = first_word(part);
          if (!cells->repeats(epoch, kind, mask_of(in_word))) return false;
          skip(part, in_word.size);
        }
      }
    }
    return true;
  }

  [[gnu::always_inline]] static const Cells& word_at(const Leaf& leaf, Address address) {
    return word_in(leaf, address);
  }
  // One of f(cells, on_first), as who owns the page of the word, or locking(cells, on_first), as
  // one of those who have it together: what they give back. Both are to call on_first() before a
  // word that was empty gets a history. `self` is somebody.
  template <class F, class Locking>
  [[gnu::always_inline]] bool access_by(Leaf& leaf, Address address, Self self, F&& f,
                                        Locking&& locking) {
    Cells& cells = word_in(leaf, address);
    bool done = false;
    const auto on_first = [&]() __attribute__((always_inline)) { note_use(leaf, cells); };
    const auto alone = [&]() __attribute__((always_inline)) { done = f(cells, on_first); };
    typename Owners::Page& page = page_of(leaf, address);
    if (!owners_.if_mine(page, self, alone)) [[unlikely]]
      owners_.use(page, self, alone, [&] { done = locking(cells, on_first); });
    return done;
  }
  // f(leaf, part of the range) where something may be known.
  template <class F>
  void for_each_leaf_in(AddressRange range, F&& f) {
    leaves_.for_each_in(range, f);
  }
  // Where something is known from now on.
  Leaf& leaf_for(Address address) { return made_leaf(address); }

  // Inlined for the sake of the one word that nearly every access is in.
  template <class F>
  [[gnu::always_inline]] void update(AddressRange range, F&& f) {
    if (range.begin.value() % kWordBytes + range.size <= kWordBytes) [[likely]] {
      Leaf& leaf = made_leaf(range.begin);
      const HoldWord hold(*this, leaf, range.begin);
      return update_held(leaf, word_of(range.begin), mask_of(range), f);
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
  // Runs f(held) with the whole range held: visit() and update() of that, and access().
  template <class F>
  void hold(AddressRange range, F&& f) {
    // In the order of addresses, as everybody does it who holds several.
    for_each_word(range, [&](Address word, std::uint8_t) { lock(made_leaf(word), word); });
    f(Held{*this, range});
    for_each_word(range, [&](Address word, std::uint8_t) { word_in(*find(word), word).unlock(); });
  }
  // The same for several steps: update() as often as wanted.
  template <class F>
  void atomically(AddressRange range, F&& f) {
    hold(range, [&](const Held&) {
      for_each_word(range, [&](Address word, std::uint8_t) { open(*find(word), word); });
      Touch touch{Touch::What::look};
      f(View{*this, range, touch});
      if constexpr (Packable<Cell>)
        for_each_word(range, [&](Address word, std::uint8_t mask) {
          word_in(*find(word), word).close(mask, room(), touch);
        });
    });
  }
  template <class F>
  void visit(AddressRange range, F&& f) {
    for_each_known_word(range, [&](Leaf& leaf, Address word, std::uint8_t mask) {
      const HoldWord hold(*this, leaf, word);
      word_in(leaf, word).visit(mask, room(), [&](const Cell& cell, std::uint8_t bytes) {
        f(cell, ByteSet(word, bytes));
      });
    });
  }
  template <class F>
  void update_existing(AddressRange range, F&& f) {
    for_each_known_word(range, [&](Leaf& leaf, Address word, std::uint8_t mask) {
      const HoldWord hold(*this, leaf, word);
      std::uint8_t known = 0;
      word_in(leaf, word).visit(mask, room(), [&](const Cell&, std::uint8_t bytes) {
        known |= bytes;
      });
      if (known != 0) update_held(leaf, word, known, f);
    });
  }
  // f(Cell&) for each history there is, held one word after the other; how many words have one.
  // What is copied meanwhile waits: it cannot get from where f was not to where it has been.
  template <class F>
  std::size_t update_all(F&& f) {
    const Hold hold_copies(copying_);
    std::size_t words = 0;
    leaves_.for_each([&](Leaf& leaf) {
      for (std::size_t page = 0; page < Leaf::kPages; ++page) {
        if (!leaf.used[page].load(std::memory_order_relaxed)) continue;
        for (std::size_t i = 0; i < Leaf::kPageWords; ++i) {
          const std::size_t number = page * Leaf::kPageWords + i;
          Cells& cells = leaf.words[number];
          if (cells.looks_empty()) continue;
          const HoldWord hold(*this, leaf, Address(number * kWordBytes));
          cells.for_each_cell(room(), f);
          ++words;
        }
      }
    });
    return words;
  }
  void clear(AddressRange range) {
    leaves_.for_each_in(range, [&](Leaf& leaf, AddressRange part) {
      if constexpr (Compact<Cell>) {
        const WholeWords whole(part);
        if (whole.words.size >= kBulkBytes) return clear_many(leaf, whole);
      }
      clear_words(leaf, part);
    });
  }
  // As memmove() does it.
  void copy(Address from, AddressRange to) {
    if (from == to.begin) return;
    if constexpr (Packable<Cell>) {
      const WholeWords whole(to);
      if (from.value() % kWordBytes == to.begin.value() % kWordBytes &&
          whole.words.size >= kBulkBytes)
        return copy_many(from, whole);
    }
    copy_bytes(from, to);
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
      if constexpr (HasRest<Cells>)
        for (const std::atomic<bool>& page : leaf.rests.used)
          used += page.load(std::memory_order_relaxed);
      if (used == 0 || !heap_.pages().renew(leaf.words, Leaf::kIdle)) return;
      heap_.pages().idle(static_cast<std::ptrdiff_t>(used * Leaf::kPage));
    });
  }
  // A program that runs does not say where it will go next.
  void prefetch(Address) {}

 private:
  struct Saved {
    Saved(std::uint64_t o, std::uint64_t s) : offset(o), size(s) {}
    std::uint64_t offset;
    std::uint64_t size;
    Cell cell = {};
  };
  // Words that are held.
  struct Held {
    WordShadow& shadow;
    AddressRange range;
    // The access, if it is simple in all words: PackedWord::access(). Else nothing has happened.
    // REQUIRES: the epoch has bits.
    template <class F>
    bool access(const Touch& touch, std::uint32_t origin, const VectorClock& known, F&& f) const {
      const VectorClock::Reader clock(known);
      bool takes = true;
      for_each_word(range, [&](Address word, std::uint8_t mask) {
        takes = takes && word_in(*shadow.find(word), word).takes(touch.kind, mask, clock);
      });
      if (!takes) return false;
      for_each_word(range, [&](Address word, std::uint8_t mask) {
        Leaf& leaf = *shadow.find(word);
        Cells& cells = word_in(leaf, word);
        const auto on_first = [&] { shadow.note_use(leaf, cells); };
        if (!cells.access_locked(touch.kind, touch.epoch, mask, origin, known, on_first))
          shadow.update_held(leaf, word, mask, f, touch);
        shadow.note_more(leaf, cells);
      });
      return true;
    }
    // f(const Cell&, ByteSet) for what has a history.
    template <class F>
    void visit(F&& f) const {
      for_each_word(range, [&](Address word, std::uint8_t mask) {
        word_in(*shadow.find(word), word)
            .visit(mask, shadow.room(),
                   [&](const Cell& cell, std::uint8_t bytes) { f(cell, ByteSet(word, bytes)); });
      });
    }
    // As WordShadow::update().
    template <class F>
    void update(F&& f, const Touch& touch = {}) const {
      for_each_word(range, [&](Address word, std::uint8_t mask) {
        shadow.update_held(*shadow.find(word), word, mask, f, touch);
      });
    }
  };
  // The same, opened. What is done to them is noted in the end.
  struct View {
    WordShadow& shadow;
    AddressRange range;
    Touch& touch;
    template <class F>
    void update(F&& f, const Touch& next = {}) const {
      update(range, f, next);
    }
    // REQUIRES: `part` lies in the range that is held.
    template <class F>
    void update(AddressRange part, F&& f, const Touch& next = {}) const {
      touch.add(next);
      for_each_word(part, [&](Address word, std::uint8_t mask) {
        Cells& cells = word_in(*shadow.find(word), word);
        const auto on_cell = [&](Cell& cell, std::uint8_t bytes) { f(cell, ByteSet(word, bytes)); };
        if constexpr (Packable<Cell>) cells.opened().update(mask, shadow.room(), on_cell);
        else cells.update(mask, shadow.room(), on_cell);
      });
    }
  };
  void open(Leaf& leaf, Address word) {
    Cells& cells = word_in(leaf, word);
    if (cells.empty()) note_use(leaf, cells);
    if constexpr (Packable<Cell>) cells.open(room());
    note_more(leaf, cells);
  }
  // A word held for a scope.
  class HoldWord {
   public:
    HoldWord(WordShadow& shadow, Leaf& leaf, Address word) : cells_(word_in(leaf, word)) {
      shadow.lock(leaf, word);
    }
    ~HoldWord() { cells_.unlock(); }
    HoldWord(const HoldWord&) = delete;
    HoldWord& operator=(const HoldWord&) = delete;

   private:
    Cells& cells_;
  };

  // Also if the page is somebody else's.
  static void lock(Owners& owners, typename Owners::Page& page, Cells& cells) {
    if constexpr (Compact<Cell>) owners.lock(page, cells, Policy::self());
    else cells.lock();
  }
  void lock(Leaf& leaf, Address word) { lock(owners_, page_of(leaf, word), word_in(leaf, word)); }
  [[gnu::noinline]] bool access_anyhow(Leaf& leaf, Address address, Touch touch, std::uint8_t mask,
                                       std::uint32_t origin, const VectorClock& known, Self self) {
    Cells& cells = word_in(leaf, address);
    const auto on_first = [&] { note_use(leaf, cells); };
    bool done = false;
    owners_.use(
        page_of(leaf, address), self,
        [&] { done = cells.access_alone(touch.kind, touch.epoch, mask, origin, known, on_first); },
        [&] { done = cells.access(touch.kind, touch.epoch, mask, origin, known, on_first); },
        pages_of(leaf));
    return done;
  }

  // Whether its page has had a history: see note_use().
  static auto in_use(Place place) {
    return [place]() __attribute__((always_inline)) {
      return place.leaf->is_used(static_cast<std::size_t>(place.word - place.leaf->words));
    };
  }
  static constexpr auto kUsed = [] { return true; };
  static void skip(AddressRange& range, std::uint64_t bytes) {
    range = {range.begin + bytes, range.size - bytes};
  }
  static AddressRange first_word(AddressRange range) {
    return {range.begin, std::min(range.size, kWordBytes - range.begin.value() % kWordBytes)};
  }
  // As renew_alone() and renew_locked(), of words in one page, until one is not for that: how many
  // bytes were.
  [[gnu::noinline]] std::uint64_t renew_many(Leaf& leaf, AddressRange range, const Touch& touch,
                                             std::uint32_t origin, const VectorClock::Reader& clock,
                                             Self self) {
    typename Owners::Page& page = page_of(leaf, range.begin);
    AddressRange left = range;
    const auto all = [&](auto&& renew) __attribute__((always_inline)) {
      note_use(leaf, word_in(leaf, left.begin));
      while (left.size != 0) {
        const AddressRange in_word = first_word(left);
        Cells& cells = word_in(leaf, in_word.begin);
        const std::uint8_t mask = mask_of(in_word);
        if (!cells.repeats(touch.epoch, touch.kind, mask) && !renew(cells, mask)) return;
        note_more(leaf, cells);
        skip(left, in_word.size);
      }
    };
    owners_.use(
        page, self,
        [&] {
          all([&](Cells& cells, std::uint8_t mask) {
            return cells.template renew_alone<true>(touch.kind, touch.epoch, mask, origin, clock,
                                                    kUsed);
          });
        },
        [&] {
          all([&](Cells& cells, std::uint8_t mask) {
            return cells.template renew_locked<true>(touch.kind, touch.epoch, mask, origin, clock,
                                                     kUsed);
          });
        },
        pages_of(leaf));
    return range.size - left.size;
  }

  // From so many bytes on it pays to be a guest in their pages.
  static constexpr std::uint64_t kBulkBytes = 4096;
  using Row = WordRow<Leaf>;

  void clear_words(Leaf& leaf, AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      Cells& cells = word_in(leaf, word);
      if (cells.looks_empty()) return;
      const HoldWord hold(*this, leaf, word);
      cells.clear(mask, room());
    });
  }
  void clear_many(Leaf& leaf, const WholeWords& whole) {
    clear_words(leaf, whole.before);
    clear_words(leaf, whole.behind);
    Row left = row_of(leaf, whole.words);
    for (left.skip_unused(); !left.empty(); left.skip_unused()) {
      {
        const Guest guest(owners_, left.pages(), {}, Policy::self());
        if (guest.is_there()) {
          const std::size_t begin = left.begin;
          clear_in_bulk(left, room());
          leave_to_nobody(leaf, begin, left.begin);
        }
      }
      if (left.empty()) return;
      // Somebody holds the next one, or wants its page.
      const std::uint64_t done = whole.words.size - left.size() * kWordBytes;
      clear_words(leaf, {whole.words.begin + done, kWordBytes});
      ++left.begin;
    }
  }
  void copy_bytes(Address from, AddressRange to) {
    if (to.size == 0) return;
    const Hold hold_copies(copying_);
    Vector<Saved> saved(heap_);
    visit({from, to.size}, [&](const Cell& cell, ByteSet bytes) {
      bytes.for_each_run([&](AddressRange run) {
        Saved& one = saved.emplace_back(run.begin - from, run.size);
        cell.copy_to(one.cell, owner_);
      });
    });
    leaves_.for_each_in(to, [&](Leaf& leaf, AddressRange part) { clear_words(leaf, part); });
    for (Saved& one : saved) {
      update({to.begin + one.offset, one.size}, [&](Cell& cell, ByteSet) {
        cell.clear(owner_);  // somebody may have come meanwhile
        one.cell.copy_to(cell, owner_);
      });
      one.cell.clear(owner_);
    }
  }
  void copy_many(Address from, const WholeWords& to) {
    const std::uint64_t distance = from - to.begin();
    const auto copy_end = [&](AddressRange part) { copy_bytes(part.begin + distance, part); };
    // What is read has not been written.
    const bool forwards = from > to.begin();
    copy_end(forwards ? to.before : to.behind);
    for_each_part(to.words, distance, kLeafBytes, forwards,
                  [&](AddressRange part) { copy_in_leaf(part.begin + distance, part, forwards); });
    copy_end(forwards ? to.behind : to.before);
  }
  // REQUIRES: whole words, here and there of one leaf.
  void copy_in_leaf(Address from, AddressRange to, bool forwards) {
    Leaf* const source = find(from);
    if (source == nullptr) return clear(to);
    const Row sources = row_of(*source, {from, to.size});
    Row known = sources;
    known.skip_unused();
    if (known.empty()) return clear(to);
    const Row targets = row_of(made_leaf(to.begin), to);
    for (std::size_t left = sources.size(); left != 0; --left) {
      const std::size_t done = sources.size() - left;
      const Row from_here = sources.part(done, left, forwards);
      const Row to_here = targets.part(done, left, forwards);
      {
        const Guest guest(owners_, from_here.pages(), to_here.pages(), Policy::self());
        if (guest.is_there())
          left -= copy_in_bulk(from_here, to_here, forwards, room(),
                               [&](Cells& cells) { note_use(to_here.leaf, cells); });
        note_copied_rests(from_here, to_here);
      }
      if (left == 0) return;
      const std::size_t next = forwards ? sources.size() - left : left - 1;
      copy_bytes(from + next * kWordBytes, {to.begin + next * kWordBytes, kWordBytes});
    }
  }
  // Pages of which nothing is left begin anew: what comes there has nothing to do with what was.
  static void leave_to_nobody(Leaf& leaf, std::size_t begin, std::size_t end) {
    for (std::size_t page = (begin + Leaf::kOwnedWords - 1) / Leaf::kOwnedWords;
         (page + 1) * Leaf::kOwnedWords <= end; ++page)
      Guest::leave_to_nobody(leaf.owners[page]);
  }
  static typename Owners::Pages pages_of(Leaf& leaf) {
    return {std::begin(leaf.owners), std::end(leaf.owners)};
  }
  static Row row_of(Leaf& leaf, AddressRange words) {
    const std::size_t first = words.begin.value() % kLeafBytes / kWordBytes;
    return {leaf, first, first + words.size / kWordBytes};
  }

  template <class F>
  [[gnu::always_inline]] bool peek_word(Address address, std::uint8_t mask, F& f) const {
    const Leaf* leaf = find(address);
    return leaf != nullptr && word_in(*leaf, address).peek(mask, f);
  }
  template <class F>
  [[gnu::noinline]] void update_words(AddressRange range, F& f) {
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      Leaf& leaf = made_leaf(word);
      const HoldWord hold(*this, leaf, word);
      update_held(leaf, word, mask, f);
    });
  }
  template <class F>
  [[gnu::always_inline]] void update_held(Leaf& leaf, Address word, std::uint8_t mask, F& f,
                                          const Touch& touch = {}) {
    Cells& cells = word_in(leaf, word);
    if (cells.empty()) [[unlikely]]
      note_use(leaf, cells);
    const auto on_cell = [&](Cell & cell, std::uint8_t bytes) __attribute__((always_inline)) {
      f(cell, ByteSet(word, bytes));
    };
    if constexpr (Packable<Cell>) cells.update(mask, room(), on_cell, touch);
    else cells.update(mask, room(), on_cell);
    note_more(leaf, cells);
  }
  typename Cells::Room room() { return {heap_, owner_}; }

  // The word is about to get a history. REQUIRES: it is held.
  [[gnu::noinline]] void note_use(Leaf& leaf, const Cells& cells) {
    const auto page = static_cast<std::size_t>(&cells - leaf.words) / Leaf::kPageWords;
    if (leaf.used[page].load(std::memory_order_relaxed)) return;
    if (!leaf.used[page].exchange(true, std::memory_order_relaxed))
      heap_.pages().idle(-static_cast<std::ptrdiff_t>(Leaf::kPage));
  }
  // The word may have come to need its rest.
  [[gnu::always_inline]] void note_more(Leaf& leaf, const Cells& cells) {
    if constexpr (HasRest<Cells>) {
      if (!cells.has_more()) return;
      const auto page = static_cast<std::size_t>(&cells - leaf.words) / Leaf::kPageWords;
      if (!leaf.rests.used[page].load(std::memory_order_relaxed)) [[unlikely]]
        note_rests(leaf, page);
    }
  }
  // The same of those that have come from other words.
  void note_copied_rests(const Row& from, const Row& to) {
    if constexpr (HasRest<Cells>)
      if (from.has_rests())
        for (std::size_t i = to.begin; i < to.end; ++i) note_more(to.leaf, to.leaf.words[i]);
  }
  [[gnu::noinline]] void note_rests(Leaf& leaf, std::size_t page) {
    if (!leaf.rests.used[page].exchange(true, std::memory_order_relaxed))
      heap_.pages().idle(-static_cast<std::ptrdiff_t>(Leaf::kPage));
  }

  // Pages are given back in runs, with all their words held: an empty word that is held becomes, in
  // one step, one that is not held. Nobody unlocks it. Who waits for it finds it free, and who has
  // taken it since then has a page of his own.
  void forget_accesses(Leaf& leaf) {
    std::size_t begin = 0;  // of a run: its words are held and empty
    for (std::size_t page = 0; page < Leaf::kPages; ++page) {
      if (leaf.used[page].load(std::memory_order_relaxed)) {
        if (forget_and_hold(leaf, page)) continue;
        release(leaf, page, page + 1);
      }
      give_back(leaf, begin, page);
      begin = page + 1;
    }
    give_back(leaf, begin, Leaf::kPages);
  }
  // In the order of addresses, as everybody does it. Whether nothing is left in the page.
  bool forget_and_hold(Leaf& leaf, std::size_t page) {
    bool all_empty = true;
    for (std::size_t i = 0; i < Leaf::kPageWords; ++i) {
      const std::size_t number = page * Leaf::kPageWords + i;
      Cells& cells = leaf.words[number];
      lock(owners_, leaf.owners[number / Leaf::kOwnedWords], cells);
      all_empty &= cells.forget_accesses(room());
    }
    return all_empty;
  }
  void give_back(Leaf& leaf, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const std::size_t bytes = (end - begin) * Leaf::kPage;
    // Said before: afterwards somebody may have come and said the opposite.
    for (std::size_t page = begin; page < end; ++page)
      leaf.used[page].store(false, std::memory_order_relaxed);
    heap_.pages().idle(static_cast<std::ptrdiff_t>(bytes));
    give_back_rests(leaf, begin, end);
    if (heap_.pages().renew(&leaf.words[begin * Leaf::kPageWords], bytes)) return;
    heap_.pages().idle(-static_cast<std::ptrdiff_t>(bytes));
    for (std::size_t page = begin; page < end; ++page)
      leaf.used[page].store(true, std::memory_order_relaxed);
    release(leaf, begin, end);
  }
  // Those of words that are held and empty, so that nobody looks at them.
  void give_back_rests(Leaf& leaf, std::size_t begin, std::size_t end) {
    if constexpr (HasRest<Cells>)
      for (std::size_t page = begin; page < end; ++page)
        if (leaf.rests.used[page].load(std::memory_order_relaxed) &&
            heap_.pages().renew(&leaf.rests.row[page * Leaf::kPageWords], Leaf::kPage)) {
          leaf.rests.used[page].store(false, std::memory_order_relaxed);
          heap_.pages().idle(static_cast<std::ptrdiff_t>(Leaf::kPage));
        }
  }
  static void release(Leaf& leaf, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin * Leaf::kPageWords; i < end * Leaf::kPageWords; ++i)
      leaf.words[i].unlock();
  }

  // Whether f(word, mask) holds for each. REQUIRES: as for renew_alone().
  template <class F>
  [[gnu::always_inline]] static bool one_or_two(Cells* words, AddressRange range, F&& f) {
    if (range.size < kWordBytes) return f(words[0], mask_of(range));
    return f(words[0], kWholeWord) && (range.size == kWordBytes || f(words[1], kWholeWord));
  }
  template <class AnyLeaf>
  using BytesLike = std::conditional_t<std::is_const_v<AnyLeaf>, const std::byte, std::byte>;
  template <class AnyLeaf>
  [[gnu::always_inline]] static auto& word_in(AnyLeaf& leaf, Address address) {
    // In steps that a processor has: the offset of the word times a small number.
    constexpr std::uint64_t kTimes = sizeof(Cells) / kWordBytes;
    auto* const words = reinterpret_cast<BytesLike<AnyLeaf>*>(leaf.words);
    return reinterpret_cast<decltype(leaf.words[0])>(
        words[(address.value() & (kLeafBytes - kWordBytes)) * kTimes]);
  }
  template <class AnyLeaf>
  static auto& page_of(AnyLeaf& leaf, Address address) {
    return leaf.owners[address.value() % kLeafBytes / kPageBytes];
  }
  Leaf& made_leaf(Address address) {
    Leaf* leaf = find(address);
    return leaf != nullptr ? *leaf : leaves_.make(address, Leaf::kIdle);
  }
  // f(leaf, word, mask) for the words of `range` that somebody has looked at, whatever its size.
  template <class F>
  void for_each_known_word(AddressRange range, F&& f) {
    leaves_.for_each_in(range, [&](Leaf& leaf, AddressRange part) {
      for_each_word(part, [&](Address word, std::uint8_t mask) {
        if (!word_in(leaf, word).looks_empty()) f(leaf, word, mask);
      });
    });
  }

  Heap& heap_;
  Owner& owner_;
  AddressTable<Leaf> leaves_;
  Owners owners_;
  [[no_unique_address]] typename Policy::Lock copying_;
};

}  // namespace steward
