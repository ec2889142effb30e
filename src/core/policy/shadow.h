// Shadow memory: the history of every byte, kept once for bytes that share it.
//
// Precise to the byte, cheap for words: an 8-byte word holds one cell and the mask of bytes it
// speaks for; only where parts of a word have different histories does it hold more pieces. A page
// whose bytes all share one history (a big block freed or filled at once) is one cell until
// somebody touches part of it.
//
// A Cell is a detector's history of one byte. It must mean "no history" when all its bits are zero,
// and have
//   using Owner                        what its parts belong to (a heap, or the detector's tables)
//   void copy_to(Cell& empty, Owner&) const
//   void clear(Owner&)                 back to no history
//   bool same_as(const Cell&) const    may say false for equal ones; only costs room
//
// Thread safety: the policy's; a page is held while the cells in it are used.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/tagged_pointer.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/policy.h"

namespace steward {

// The bytes that share one cell: some of a word's, or a whole run.
class ByteSet {
 public:
  ByteSet(Address word, std::uint8_t mask) : range_{word, 8}, mask_(mask) {}
  explicit ByteSet(AddressRange run) : range_(run), mask_(0) {}

  // f(AddressRange) for each contiguous run.
  template <class F>
  void for_each_run(F&& f) const {
    if (mask_ == 0) return f(range_);
    for (unsigned at = 0; at < 8;) {
      const unsigned skip = static_cast<unsigned>(__builtin_ctz((unsigned{mask_} >> at) | 0x100));
      at += skip;
      if (at >= 8) return;
      const unsigned length = static_cast<unsigned>(__builtin_ctz(~(unsigned{mask_} >> at)));
      f(AddressRange{range_.begin + at, length});
      at += length;
    }
  }

 private:
  AddressRange range_;
  std::uint8_t mask_;
};

template <class Cell, class Policy>
class Shadow {
 public:
  using Owner = typename Cell::Owner;

  Shadow(Heap& heap, Owner& owner) : heap_(heap), owner_(owner) {
    for (Shard*& shard : shards_) shard = heap.create<Shard>(heap);
  }
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;
  ~Shadow() {
    for (Shard* shard : shards_) {
      shard->regions.for_each([&](std::uint64_t, Region*& region) {
        for (Page& page : region->pages) drop(page);
        heap_.destroy(region);
      });
      heap_.destroy(shard);
    }
  }

  // f(Cell&, ByteSet) once for each set of bytes in `range` that share a history; bytes without one
  // get an empty cell. f may change the cell.
  template <class F>
  void update(AddressRange range, F&& f) {
    const std::uint64_t offset = range.begin.value() % kWordBytes;
    if (offset + range.size <= kWordBytes) [[likely]] {
      const std::uint64_t number = range.begin.value() / kPageBytes;
      Shard& shard = shard_of(number);
      const Hold hold(shard.lock);
      return update_word(expanded(shard, number), range, f);
    }
    for_each_page(range, [&](Shard& shard, std::uint64_t number, AddressRange part) {
      const Hold hold(shard.lock);
      update_page(shard, number, part, f);
    });
  }

  // As update, but the whole range is held at once while f(view) runs, and view.update(f) may be
  // called several times: for atomic operations, whose reading and writing must not come apart.
  // REQUIRES: the range touches at most two pages.
  template <class F>
  void atomically(AddressRange range, F&& f) {
    Shard* first = &shard_of(range.begin.value() / kPageBytes);
    Shard* second = &shard_of((range.end().value() - 1) / kPageBytes);
    if (second < first) std::swap(first, second);
    const Hold hold(first->lock);
    if (second == first) return f(View{*this, range});
    const Hold hold_second(second->lock);
    f(View{*this, range});
  }

  // f(const Cell&, ByteSet) for what has a history in `range`.
  template <class F>
  void visit(AddressRange range, F&& f) {
    for_each_page(range, [&](Shard& shard, std::uint64_t number, AddressRange part) {
      const Hold hold(shard.lock);
      Page* page = find(shard, number);
      if (page != nullptr && page->has_history()) visit_page(*page, part, f);
    });
  }

  // As update, but only where there is a history.
  template <class F>
  void update_existing(AddressRange range, F&& f) {
    Vector<AddressRange> runs(heap_);
    visit(range, [&](const Cell&, ByteSet bytes) {
      bytes.for_each_run([&](AddressRange run) { runs.push_back(run); });
    });
    for (const AddressRange& run : runs) update(run, f);
  }

  // Forgets the history of `range`, of any size.
  void clear(AddressRange range) {
    if (range.size >= kRegionBytes && range.size / kRegionBytes > regions())
      return clear_existing(range);
    for_each_page(range, [&](Shard& shard, std::uint64_t number, AddressRange part) {
      const Hold hold(shard.lock);
      clear_page(shard, number, part);
    });
  }

  // The history of the bytes at `from` becomes that of `to`, as memmove would move the bytes. What
  // the destination knew is forgotten, the source stays.
  void copy(Address from, AddressRange to) {
    if (from == to.begin) return;
    Vector<Saved> saved(heap_);
    visit({from, to.size}, [&](const Cell& cell, ByteSet bytes) {
      bytes.for_each_run([&](AddressRange run) {
        Saved& one = saved.emplace_back(run.begin - from, run.size);
        cell.copy_to(one.cell, owner_);
      });
    });
    clear(to);
    for (Saved& one : saved) {
      place({to.begin + one.offset, one.size}, one.cell);
      one.cell.clear(owner_);
    }
  }

  // Starts loading the cell of an access that will come soon. Inlined, since GCC takes a function
  // that only prefetches for one without effects and drops the call.
  [[gnu::always_inline]] void prefetch(Address address) {
    const std::uint64_t number = address.value() / kPageBytes;
    Shard& shard = shard_of(number);
    const Hold hold(shard.lock);
    Page* page = find(shard, number);
    if (page == nullptr || page->words == nullptr) return;
    const char* word = reinterpret_cast<const char*>(&word_of(*page, address));
    __builtin_prefetch(word, 1);
    if constexpr (sizeof(Word) > 64) __builtin_prefetch(word + sizeof(Word) - 1, 1);
  }

  // Starts loading what the cell of a coming access points to: Cell::prefetch(). The cell itself
  // should be there by now.
  [[gnu::always_inline]] void prefetch_behind(Address address) {
    const std::uint64_t number = address.value() / kPageBytes;
    Shard& shard = shard_of(number);
    const Hold hold(shard.lock);
    Page* page = find(shard, number);
    if (page != nullptr && page->words != nullptr) word_of(*page, address).first.prefetch();
  }

  // How many regions of 64 KiB have a history: for tests of reclaiming.
  std::size_t regions() const {
    std::size_t count = 0;
    for (Shard* shard : shards_) {
      const Hold hold(shard->lock);
      count += shard->regions.size();
    }
    return count;
  }

 private:
  static constexpr std::uint64_t kWordBytes = 8;
  static constexpr std::uint64_t kPageBytes = 4096;
  static constexpr std::uint64_t kWords = kPageBytes / kWordBytes;
  static constexpr std::uint64_t kPages = 16;  // in a region
  static constexpr std::uint64_t kRegionBytes = kPages * kPageBytes;

  // A further piece of a word whose bytes have different histories.
  struct Piece {
    Cell cell;
    Piece* next;
    std::uint8_t mask;
  };
  // The tag is the mask of the bytes that `first` speaks for: 0 if and only if the word is empty.
  struct Word {
    Cell first;
    TaggedPointer<Piece> rest;
  };
  // No history; or all bytes share `whole`; or each word speaks for itself.
  struct Page {
    Word* words = nullptr;
    Cell* whole = nullptr;
    std::uint32_t used = 0;  // words that are not empty
    bool has_history() const { return words != nullptr || whole != nullptr; }
  };
  // Programs use memory in stretches: pages are looked up by region, and the table of regions is
  // small enough to stay in the cache.
  struct Region {
    Page pages[kPages];
    std::uint32_t used = 0;  // pages that have a history
  };
  struct Shard {
    explicit Shard(Heap& heap) : regions(heap) {}
    HashMap<std::uint64_t, Region*> regions;
    std::uint64_t last_number = 0;
    Region* last = nullptr;  // the region used last
    [[no_unique_address]] typename Policy::Lock lock;
  };
  struct Saved {
    Saved(std::uint64_t o, std::uint64_t s) : offset(o), size(s) {}
    std::uint64_t offset;
    std::uint64_t size;
    Cell cell = {};
  };
  struct View {
    Shadow& shadow;
    AddressRange range;
    template <class F>
    void update(F&& f) const {
      update(range, f);
    }
    // REQUIRES: `part` lies in the range that is held.
    template <class F>
    void update(AddressRange part_held, F&& f) const {
      shadow.for_each_page(part_held, [&](Shard& shard, std::uint64_t number, AddressRange part) {
        shadow.update_page(shard, number, part, f);
      });
    }
  };

  static std::uint8_t mask_of(AddressRange in_word) {
    const std::uint64_t offset = in_word.begin.value() % kWordBytes;
    return static_cast<std::uint8_t>(((1u << in_word.size) - 1) << offset);
  }
  static Address word_base(Address address) { return Address(address.value() & ~(kWordBytes - 1)); }
  static Word& word_of(Page& page, Address address) {
    return page.words[address.value() % kPageBytes / kWordBytes];
  }

  // f(Address word, mask) for each word that `range` touches.
  template <class F>
  static void for_each_word(AddressRange range, F&& f) {
    range.for_each_chunk(kWordBytes,
                         [&](AddressRange part) { f(word_base(part.begin), mask_of(part)); });
  }
  template <class F>
  void for_each_page(AddressRange range, F&& f) {
    range.for_each_chunk(kPageBytes, [&](AddressRange part) {
      const std::uint64_t number = part.begin.value() / kPageBytes;
      f(shard_of(number), number, part);
    });
  }
  Shard& shard_of(std::uint64_t page_number) {
    if constexpr (Policy::kShards == 1) return *shards_[0];
    else return *shards_[(mix_bits(page_number / kPages) >> 32) % Policy::kShards];
  }

  // Null if the region has no history at all.
  Page* find(Shard& shard, std::uint64_t number) {
    if (shard.last == nullptr || shard.last_number != number / kPages) {
      Region** region = shard.regions.find(number / kPages);
      if (region == nullptr) return nullptr;
      shard.last_number = number / kPages;
      shard.last = *region;
    }
    return &shard.last->pages[number % kPages];
  }
  // The page, which will have a history.
  Page& make(Shard& shard, std::uint64_t number) {
    Page* page = find(shard, number);
    if (page == nullptr) {
      shard.regions.insert(number / kPages, heap_.create<Region>());
      page = find(shard, number);
    }
    if (!page->has_history()) ++shard.last->used;
    return *page;
  }
  Page& expanded(Shard& shard, std::uint64_t number) {
    Page* page = find(shard, number);
    if (page != nullptr && page->words != nullptr) [[likely]]
      return *page;
    Page& made = make(shard, number);
    expand(made);
    return made;
  }
  void expand(Page& page) {
    if (page.words != nullptr) return;
    page.words = static_cast<Word*>(heap_.allocate(kWords * sizeof(Word)));
    std::memset(static_cast<void*>(page.words), 0, kWords * sizeof(Word));
    if (page.whole == nullptr) return;
    for (std::uint64_t i = 0; i < kWords; ++i) {
      page.whole->copy_to(page.words[i].first, owner_);
      page.words[i].rest.set_tag(0xff);
    }
    page.used = kWords;
    drop_whole(page);
  }
  // The opposite, if the page's bytes share one history.
  void collapse(Page& page) {
    for (std::uint64_t i = 0; i < kWords; ++i)
      if (!page.words[i].rest.is_only(0xff) || !page.words[i].first.same_as(page.words[0].first))
        return;
    page.whole = heap_.create<Cell>();
    page.words[0].first.copy_to(*page.whole, owner_);
    free_words(page);
  }
  void free_words(Page& page) {
    for (std::uint64_t i = 0; i < kWords; ++i) {
      Word& word = page.words[i];
      if (word.rest.tag() == 0) continue;
      word.first.clear(owner_);
      for (Piece* piece = word.rest.pointer(); piece != nullptr;) {
        Piece* next = piece->next;
        piece->cell.clear(owner_);
        heap_.destroy(piece);
        piece = next;
      }
    }
    heap_.deallocate(page.words, kWords * sizeof(Word));
    page.words = nullptr;
    page.used = 0;
  }
  void drop_whole(Page& page) {
    page.whole->clear(owner_);
    heap_.destroy(page.whole);
    page.whole = nullptr;
  }
  void drop(Page& page) {
    if (page.words != nullptr) free_words(page);
    if (page.whole != nullptr) drop_whole(page);
  }
  void clear_page(Shard& shard, std::uint64_t number, AddressRange part) {
    Page* page = find(shard, number);
    if (page == nullptr || !page->has_history()) return;
    if (part.size < kPageBytes) {
      expand(*page);
      for_each_word(part, [&](Address word, std::uint8_t mask) { clear_word(*page, word, mask); });
      if (page->used != 0) return;
    }
    drop(*page);
    if (--shard.last->used != 0) return;
    heap_.destroy(shard.last);
    shard.last = nullptr;
    shard.regions.erase(number / kPages);
  }
  // For ranges so large that looking at what is there is less work than looking for it.
  void clear_existing(AddressRange range) {
    Vector<std::uint64_t> numbers(heap_);
    for (Shard* shard : shards_) {
      const Hold hold(shard->lock);
      shard->regions.for_each([&](std::uint64_t number, Region*&) { numbers.push_back(number); });
    }
    for (const std::uint64_t number : numbers) {
      // The last byte instead of the end, which for the last region would be 0.
      const std::uint64_t first = std::max(number * kRegionBytes, range.begin.value());
      const std::uint64_t last =
          std::min(number * kRegionBytes + (kRegionBytes - 1), range.end().value() - 1);
      if (first <= last) clear({Address(first), last - first + 1});
    }
  }

  template <class F>
  void update_page(Shard& shard, std::uint64_t number, AddressRange part, F& f) {
    if (part.size == kPageBytes) return update_whole(shard, number, part, f);
    Page& page = expanded(shard, number);
    part.for_each_chunk(kWordBytes, [&](AddressRange in_word) { update_word(page, in_word, f); });
  }
  template <class F>
  void update_whole(Shard& shard, std::uint64_t number, AddressRange part, F& f) {
    Page& page = make(shard, number);
    if (page.words != nullptr) {
      for_each_word(part, [&](Address word, std::uint8_t) {
        update_word(page, {word, kWordBytes}, f);
      });
      return collapse(page);
    }
    if (page.whole == nullptr) page.whole = heap_.create<Cell>();
    f(*page.whole, ByteSet(part));
  }

  template <class F>
  void update_word(Page& page, AddressRange in_word, F& f) {
    Word& word = word_of(page, in_word.begin);
    const std::uint8_t mask = mask_of(in_word);
    const Address base = word_base(in_word.begin);
    if (word.rest.tag() == mask) [[likely]]
      return f(word.first, ByteSet(base, mask));
    if (word.rest.tag() == 0) {
      word.rest.set_tag(mask);
      ++page.used;
      return f(word.first, ByteSet(base, mask));
    }
    update_pieces(word, base, mask, f);
  }

  template <class F>
  void update_pieces(Word& word, Address base, std::uint8_t mask, F& f) {
    separate(word, mask);
    std::uint8_t missing = mask;
    for_each_piece(word, [&](Cell& cell, std::uint8_t bytes) {
      if ((bytes & mask) == 0) return;
      missing = static_cast<std::uint8_t>(missing & ~bytes);
      f(cell, ByteSet(base, bytes));
    });
    if (missing != 0) f(add_piece(word, missing).cell, ByteSet(base, missing));
    unite(word);
  }
  template <class F>
  static void for_each_piece(Word& word, F&& f) {
    f(word.first, word.rest.tag());
    for (Piece* piece = word.rest.pointer(); piece != nullptr; piece = piece->next)
      f(piece->cell, piece->mask);
  }
  Piece& add_piece(Word& word, std::uint8_t mask) {
    Piece* piece = heap_.create<Piece>();
    piece->mask = mask;
    piece->next = word.rest.pointer();
    word.rest.set_pointer(piece);
    return *piece;
  }
  // Cuts pieces so that each lies inside `mask` or outside.
  void separate(Word& word, std::uint8_t mask) {
    const auto cut = [&](Cell& cell, std::uint8_t bytes) {
      const auto outside = static_cast<std::uint8_t>(bytes & ~mask);
      if (outside == bytes || outside == 0) return bytes;
      cell.copy_to(add_piece(word, outside).cell, owner_);
      return static_cast<std::uint8_t>(bytes & mask);
    };
    Piece* const old_pieces = word.rest.pointer();
    word.rest.set_tag(cut(word.first, word.rest.tag()));
    for (Piece* piece = old_pieces; piece != nullptr; piece = piece->next)
      piece->mask = cut(piece->cell, piece->mask);
  }
  // Joins pieces that have come to share a history, into the one that stands first.
  void unite(Word& word) {
    const auto absorb = [&](const Cell& cell, Piece* after, TaggedPointer<Piece>* head) {
      std::uint8_t gained = 0;
      for (Piece* piece = after != nullptr ? after->next : head->pointer(); piece != nullptr;) {
        Piece* next = piece->next;
        if (cell.same_as(piece->cell)) {
          gained = static_cast<std::uint8_t>(gained | piece->mask);
          if (after != nullptr) after->next = next;
          else head->set_pointer(next);
          piece->cell.clear(owner_);
          heap_.destroy(piece);
        } else {
          after = piece;
        }
        piece = next;
      }
      return gained;
    };
    word.rest.set_tag(
        static_cast<std::uint8_t>(word.rest.tag() | absorb(word.first, nullptr, &word.rest)));
    for (Piece* piece = word.rest.pointer(); piece != nullptr; piece = piece->next)
      piece->mask = static_cast<std::uint8_t>(piece->mask | absorb(piece->cell, piece, nullptr));
  }

  void clear_word(Page& page, Address base, std::uint8_t mask) {
    Word& word = word_of(page, base);
    if (word.rest.tag() == 0) return;
    separate(word, mask);
    TaggedPointer<Piece> kept;
    for (Piece* piece = word.rest.pointer(); piece != nullptr;) {
      Piece* next = piece->next;
      if ((piece->mask & mask) != 0) {
        piece->cell.clear(owner_);
        heap_.destroy(piece);
      } else {
        piece->next = kept.pointer();
        kept.set_pointer(piece);
      }
      piece = next;
    }
    word.rest.set_pointer(kept.pointer());
    if ((word.rest.tag() & mask) != 0) drop_first(page, word);
  }
  void drop_first(Page& page, Word& word) {
    word.first.clear(owner_);
    Piece* heir = word.rest.pointer();
    if (heir == nullptr) {
      word.rest.set_tag(0);
      --page.used;
      return;
    }
    heir->cell.copy_to(word.first, owner_);
    heir->cell.clear(owner_);
    word.rest.set_tag(heir->mask);
    word.rest.set_pointer(heir->next);
    heap_.destroy(heir);
  }

  template <class F>
  void visit_page(Page& page, AddressRange part, F& f) {
    if (page.words == nullptr) return f(std::as_const(*page.whole), ByteSet(part));
    for_each_word(part, [&](Address base, std::uint8_t mask) {
      Word& word = word_of(page, base);
      if (word.rest.tag() == 0) return;
      for_each_piece(word, [&](const Cell& cell, std::uint8_t bytes) {
        if ((bytes & mask) != 0) f(cell, ByteSet(base, static_cast<std::uint8_t>(bytes & mask)));
      });
    });
  }

  // Gives the bytes of `range`, which have no history, that of `cell`.
  void place(AddressRange range, const Cell& cell) {
    auto put = [&](Cell& to, ByteSet) { cell.copy_to(to, owner_); };
    update(range, put);
  }

  Heap& heap_;
  Owner& owner_;
  Shard* shards_[Policy::kShards];
};

}  // namespace steward
