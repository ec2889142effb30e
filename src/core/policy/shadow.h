// Shadow memory: the history of every byte, kept once for bytes that share it.
//
// Precise to the byte, cheap for words of 8 bytes (word.h). A page whose bytes all share one
// history (a big block freed or filled at once) is one cell until somebody touches part of it.
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
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/byte_set.h"
#include "core/policy/policy.h"
#include "core/policy/word.h"

namespace steward {

template <class Cell, class Policy>
class Shadow {
  using Cells = Word<Cell, typename Policy::Bits>;

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

  // The same for one step: here it is as good for several.
  template <class F>
  void hold(AddressRange range, F&& f) {
    atomically(range, f);
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

  // f(Cell&) for each history there is; how many words, or pages of one, have one. What is copied
  // meanwhile waits: it cannot get from where f was not to where it has been.
  template <class F>
  std::size_t update_all(F&& f) {
    const Hold hold_copies(copying_);
    std::size_t words = 0;
    for (Shard* shard : shards_) {
      const Hold hold(shard->lock);
      shard->regions.for_each([&](std::uint64_t, Region*& region) {
        for (Page& page : region->pages) {
          words += page.whole != nullptr ? 1 : page.used;
          if (page.whole != nullptr) f(*page.whole);
          for (std::uint64_t i = 0; page.words != nullptr && i < kWords; ++i)
            page.words[i].for_each_cell(f);
        }
      });
    }
    return words;
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
    const Hold hold_copies(copying_);
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
    const char* word = reinterpret_cast<const char*>(&cells_of(*page, address));
    __builtin_prefetch(word, 1);
    if constexpr (sizeof(Cells) > 64) __builtin_prefetch(word + sizeof(Cells) - 1, 1);
  }

  // Starts loading what the cell of a coming access points to: Cell::prefetch(). The cell itself
  // should be there by now.
  [[gnu::always_inline]] void prefetch_behind(Address address) {
    const std::uint64_t number = address.value() / kPageBytes;
    Shard& shard = shard_of(number);
    const Hold hold(shard.lock);
    Page* page = find(shard, number);
    if (page != nullptr && page->words != nullptr) cells_of(*page, address).prefetch_behind();
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
  static constexpr std::uint64_t kPageBytes = 4096;
  static constexpr std::uint64_t kWords = kPageBytes / kWordBytes;
  static constexpr std::uint64_t kPages = 16;  // in a region
  static constexpr std::uint64_t kRegionBytes = kPages * kPageBytes;

  // No history; or all bytes share `whole`; or each word speaks for itself.
  struct Page {
    Cells* words = nullptr;
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
    // f(const Cell&, ByteSet) for what has a history.
    template <class F>
    void visit(F&& f) const {
      shadow.for_each_page(range, [&](Shard& shard, std::uint64_t number, AddressRange part) {
        Page* const page = shadow.find(shard, number);
        if (page != nullptr && page->has_history()) shadow.visit_page(*page, part, f);
      });
    }
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

  static Cells& cells_of(Page& page, Address address) {
    return page.words[address.value() % kPageBytes / kWordBytes];
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
    page.words = static_cast<Cells*>(heap_.allocate(kWords * sizeof(Cells)));
    std::memset(static_cast<void*>(page.words), 0, kWords * sizeof(Cells));
    if (page.whole == nullptr) return;
    for (std::uint64_t i = 0; i < kWords; ++i) page.words[i].fill(*page.whole, room());
    page.used = kWords;
    drop_whole(page);
  }
  // The opposite, if the page's bytes share one history.
  void collapse(Page& page) {
    for (std::uint64_t i = 0; i < kWords; ++i)
      if (!page.words[i].is_whole() || !page.words[i].first().same_as(page.words[0].first()))
        return;
    page.whole = heap_.create<Cell>();
    page.words[0].first().copy_to(*page.whole, owner_);
    free_words(page);
  }
  void free_words(Page& page) {
    for (std::uint64_t i = 0; i < kWords; ++i) page.words[i].clear(kWholeWord, room());
    heap_.deallocate(page.words, kWords * sizeof(Cells));
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
    Cells& cells = cells_of(page, in_word.begin);
    if (cells.empty()) ++page.used;
    cells.update(mask_of(in_word), room(), [&](Cell& cell, std::uint8_t bytes) {
      f(cell, ByteSet(word_of(in_word.begin), bytes));
    });
  }
  void clear_word(Page& page, Address word, std::uint8_t mask) {
    Cells& cells = cells_of(page, word);
    if (cells.empty()) return;
    cells.clear(mask, room());
    if (cells.empty()) --page.used;
  }
  typename Cells::Room room() { return {heap_, owner_}; }

  template <class F>
  void visit_page(Page& page, AddressRange part, F& f) {
    if (page.words == nullptr) return f(std::as_const(*page.whole), ByteSet(part));
    for_each_word(part, [&](Address word, std::uint8_t mask) {
      cells_of(page, word).visit(mask, [&](const Cell& cell, std::uint8_t bytes) {
        f(cell, ByteSet(word, bytes));
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
  [[no_unique_address]] typename Policy::Lock copying_;
};

}  // namespace steward
