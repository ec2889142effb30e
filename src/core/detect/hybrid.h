// hybrid: potential races by locksets and limited happens-before (O'Callahan, Choi 2003). Two
// accesses of one location by different threads, one of them a write, with locksets that do not
// protect each other, and ordered neither way by what truly orders threads (limited_order.h).
//
// Granularity: by location, the paper's, stops at a location's first race; by pair, what forcing a
// race needs, finds every pair of sites, so there the site belongs to an access.
//
// Two rules keep the accesses of a location few (§5). A new access is redundant if whatever races
// with it races also with remembered accesses of the same thread and time that cover it:
//   lockset-subset   one of them was made under a subset of its locks;
//   oversized        beyond its own locks they were made under more disjoint sets than a thread can
//                    hold locks, so nobody can be protected against all of them.
// Beyond the paper, and with the first rule, a remembered access gives way to a later one of the
// same thread and locks that covers it: what is not ordered after the earlier is not ordered after
// the later either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/detect/detector.h"
#include "core/detect/hybrid_word.h"
#include "core/detect/limited_threads.h"
#include "core/detect/locality.h"
#include "core/detect/selection.h"
#include "core/event/types.h"
#include "core/lockset/access_trie.h"
#include "core/lockset/lockset.h"
#include "core/policy/policy.h"
#include "core/policy/shadow_for.h"

namespace steward {

enum class Granularity : bool { location, pair };

// By pair: whether what is told of two sites is the first event that races there, with each earlier
// access of theirs that it races with: which of these is found first depends on how they are
// stored. Or each event, until who hears of it says that it is settled, since some may count for
// nothing.
enum class Telling : bool { once, until_settled };

struct HybridOptions {
  Granularity granularity = Granularity::pair;
  Telling telling = Telling::once;
  LimitedOrderOptions order = {};
  bool lockset_subset = true;
  bool oversized = true;
  // N: no thread ever holds more locks. A run that exceeds it must be repeated with a larger one.
  std::size_t lock_bound = SIZE_MAX;
};
// With order.firm, by pair: pairs that only messages keep apart are told as such, unless they are
// known to race; that they do may be found later.

template <class Policy>
class Hybrid : public LimitedThreads<Policy> {
  struct Cell;
  struct PackingCell;
  static constexpr bool kPacks = Policy::kWordLocks && PackableOrigin<typename Policy::Origin>;
  using AnyCell = std::conditional_t<kPacks, PackingCell, Cell>;

 public:
  using Base = LimitedThreads<Policy>;
  using Origin = typename Policy::Origin;
  using Thread = typename Base::Thread;

  // `selection`: only these bytes are watched, if given (phase two).
  Hybrid(Heap& heap, HybridOptions options, Report<Policy> report,
         const SelectionFor<Policy>* selection = nullptr)
      : Base(heap, options.order),
        options_(options),
        selection_(selection),
        report_(report),
        locality_(heap),
        told_(heap),
        over_(heap),
        shadow_(heap, *this) {}

  // What is around there: see WordShadow.
  template <class Shadow = ShadowFor<AnyCell, Policy>>
  [[gnu::always_inline]] auto* find(Address address) const {
    return static_cast<const Shadow&>(shadow_).find(address);
  }
  template <class Shadow = ShadowFor<AnyCell, Policy>>
  auto& leaf_for(Address address) {
    return static_cast<Shadow&>(shadow_).leaf_for(address);
  }
  // A read or write of some bytes of a word, all of them watched, if it is simple: it was made
  // without locks, and races with nothing. False: nothing has happened. `self` is somebody.
  template <class Leaf>
  [[gnu::always_inline]] bool access_plainly(Thread& t, AccessKind kind, std::uint32_t origin,
                                             Leaf& leaf, AddressRange in_word, std::uint32_t self) {
    if (!t.locks->empty() || !finds_its_like_) return false;
    const std::uint64_t past = packed_past::bits_of(t.order->now(), kind, origin);
    if (past == 0) [[unlikely]]
      return false;
    const std::uint8_t mask = mask_of(in_word);
    if (mask == kWholeWord && shadow_.word_at(leaf, in_word.begin).repeats(past)) return true;
    // What only messages keep apart is told, too.
    const VectorClock& known = options_.order.firm ? t.order->firm : t.order->clock;
    const auto site_of = [](std::uint32_t number) { return Hybrid::site_of(number); };
    return shadow_.access_by(
        leaf, in_word.begin, self,
        [&](auto& cells, auto& on_first) __attribute__((always_inline)) {
          return cells.access_alone(past, mask, known, heap_, site_of, on_first);
        },
        [&](auto& cells, auto& on_first) {
          return cells.access_locked(past, mask, known, heap_, site_of, on_first);
        });
  }
  // As the policy's self().
  static std::uint32_t self(const Thread& t) {
    return Claims<typename Policy::Bits>::self_of(t.order->slot);
  }

  void read(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void write(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void free(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }

  // An atomic operation: perform(operation) runs with the location held, and says what it was by
  // one call of operation.load, store or rmw.
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    const Watched watched(*this, t, range);
    shadow_.atomically(range, [&](const auto& view) {
      perform(Base::template operation<AnyCell>(t, view, range, [&](AccessKind, Origin origin) {
        check_parts(t, watched, origin, view);
      }));
    });
  }
  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t store_age,
                   Origin origin) {
    atomically(t, range, [&](auto operation) { operation.load(order, origin, store_age); });
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomically(t, range, [&](auto operation) { operation.store(order, origin); });
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomically(t, range, [&](auto operation) { operation.rmw(order, origin); });
  }

  void alloc(AddressRange range) {
    shadow_.clear(range);
    if (!options_.order.enabled) locality_.alloc(range);
  }
  void clear(AddressRange range) {
    shadow_.clear(range);
    if (!options_.order.enabled) locality_.clear(range);
  }
  void copy(Address from, AddressRange to) {
    shadow_.copy(from, to);
    if (!options_.order.enabled) locality_.copy(from, to);
  }
  using Base::forget;
  // Two accesses under locks that are gone differ in nothing that is still to be known: what tells
  // them apart from later ones, and which of these they make needless, is the same for both. So
  // they become accesses under one lock that is gone, and the later of one thread stays.
  void forget(LockId lock) {
    const auto replaces = [&](const Past& later, const Past& earlier) {
      return later.epoch.time() >= earlier.epoch.time() && supersedes(later, earlier);
    };
    this->forget_lock(lock, [&](const BitSet& gone) {
      return shadow_.update_all([&](Cell& cell) {
        cell.accesses.unite_gone([&](std::uint32_t number) { return gone.contains(number); }, heap_,
                                 replaces);
      });
    });
  }
  // No more of these two sites, whichever is the earlier, is to be told.
  void settle(SiteId a, SiteId b, KeptApart kept) {
    told_.with([&](Told& told) { told.pairs(kept).insert(key_of(a, b)); });
  }
  // f(origin) for each access of this byte that is remembered.
  template <class F>
  void for_each_access(Address byte, F&& f) {
    shadow_.visit({byte, 1}, [&](const Cell& cell, ByteSet) {
      cell.accesses.for_each([&](const Past& past) { f(past.origin); });
    });
  }
  // As in the precise detectors.
  template <class Shadow = ShadowFor<AnyCell, Policy>>
  void forget_accesses() {
    static_cast<Shadow&>(shadow_).forget_accesses();
  }
  template <class Shadow = ShadowFor<AnyCell, Policy>>
  void drop_shadow() {
    static_cast<Shadow&>(shadow_).drop();
  }
  [[gnu::always_inline]] void prefetch(Address address) {
    shadow_.prefetch(address);
    if (selection_ != nullptr) selection_->prefetch(address);
  }
  [[gnu::always_inline]] void prefetch_behind(Address address) { shadow_.prefetch_behind(address); }

 private:
  using Past = LocksetAccess<Origin>;
  using Base::heap_;
  using Base::order_;

  struct Cell {
    using Owner = Hybrid;
    AccessTrie<Origin> accesses;
    typename Base::StoreList* stores = nullptr;
    bool raced = false;              // by location: no more to say here
    std::uint8_t size_at_prune = 0;  // how many accesses the last pruning left, up to 255

    void copy_to(Cell& empty, Owner& hybrid) const {
      accesses.copy_to(empty.accesses, hybrid.heap_);
      empty.raced = raced;
      Base::copy_stores(stores, empty.stores, hybrid.heap_);
    }
    void clear(Owner& hybrid) {
      accesses.clear(hybrid.heap_);
      Base::forget_stores(stores, hybrid.heap_);
      raced = false;
      size_at_prune = 0;
    }
    // Whether anything is left.
    bool forget_accesses(Owner& hybrid) {
      accesses.clear(hybrid.heap_);
      raced = false;
      size_at_prune = 0;
      return Base::forget_useless_stores(stores, hybrid.heap_);
    }
    [[gnu::always_inline]] void prefetch() const { accesses.prefetch(); }
    bool same_as(const Cell& other) const {
      return raced && other.raced && stores == nullptr && other.stores == nullptr;
    }
  };

  struct PackingCell : Cell {
    template <class Bits>
    using Words = HybridWord<PackingCell, Bits>;
    void copy_to(PackingCell& empty, Hybrid& hybrid) const { Cell::copy_to(empty, hybrid); }
  };
  template <class AnyCells, class Bits>
  friend class HybridWord;

  // f(bits) for all that there is to a cell; false if that is not all.
  template <class F>
  bool take_apart(const Cell& cell, F&& f) const requires kPacks {
    if (cell.stores != nullptr || cell.raced || cell.accesses.has_locks() ||
        cell.accesses.size() > HybridWord<PackingCell, PlainBits>::kMost)
      return false;
    cell.accesses.for_each([&](const Past& past) {
      f(packed_past::bits_of(past.epoch, past.kind(), past.origin.number()));
    });
    return true;
  }
  static SiteId site_of(std::uint32_t origin) requires kPacks {
    return Origin(origin, AccessKind::read).site();
  }
  void put_into(Cell& cell, Epoch epoch, AccessKind kind, std::uint32_t origin) requires kPacks {
    cell.accesses.insert(Past{epoch, Origin(origin, kind)}, heap_);
  }

  // Pairs of sites.
  struct Told {
    explicit Told(Heap& heap) : races(heap), kept_apart(heap) {}
    using Pairs = HashMap<std::uint64_t, Origin>;  // with the event that was told
    Pairs races;
    Pairs kept_apart;
    Pairs& pairs(KeptApart kept) { return kept == KeptApart::by_nothing ? races : kept_apart; }
  };
  static std::uint64_t key_of(SiteId a, SiteId b) {
    if (b < a) std::swap(a, b);
    return std::uint64_t{a.value()} << 32 | b.value();
  }

  // What every live thread knew when that was last looked up, and how much had been sent by then.
  struct Over {
    explicit Over(Heap& heap) : known(heap) {}
    VectorClock known;
    std::uint64_t sends = 0;
  };

  // The parts of a range to look at: all of it, the selected bytes, or of either, without
  // happens-before, the bytes of objects that are not one thread's own.
  class Watched {
   public:
    Watched(Hybrid& detector, Thread& t, AddressRange range) : more_(detector.heap_) {
      const auto add_part = [&](AddressRange part) { add(part); };
      const auto add_shared = [&](AddressRange part) {
        if (detector.options_.order.enabled) add(part);
        else detector.locality_.for_each_shared(t.order->id, part, add_part);
      };
      if (detector.selection_ == nullptr) add_shared(range);
      else detector.selection_->for_each_selected(range, add_shared);
    }
    template <class F>
    void for_each_part(F&& f) const {
      if (first_.size != 0) f(first_);
      for (const AddressRange& part : more_) f(part);
    }

   private:
    void add(AddressRange part) {
      if (first_.size == 0) first_ = part;
      else more_.push_back(part);
    }
    AddressRange first_;  // mostly the only one
    Vector<AddressRange> more_;
  };
  bool watches_parts() const { return selection_ != nullptr || !options_.order.enabled; }
  bool watches_all(AddressRange range) const {
    return options_.order.enabled && (selection_ == nullptr || selection_->contains(range));
  }

  void access(Thread& t, AddressRange range, Origin origin) {
    if (watches_all(range)) [[likely]]
      check_words(t, range, origin);
    else check_parts(t, Watched(*this, t, range), origin, shadow_);
    // What an atomic load reads after a plain write came from no atomic store, watched or not.
    if (watches_parts() && is_write(origin.kind()) && this->may_have_stores(range)) {
      shadow_.update_existing(
          range, [&](Cell& cell, ByteSet) { Base::forget_stores(cell.stores, heap_); });
    }
  }
  void check_words(Thread& t, AddressRange range, Origin origin) {
    if constexpr (kPacks) {
      const std::uint32_t own = Policy::self();
      range.for_each_chunk(kWordBytes, [&](AddressRange in_word) {
        if (own == 0 || !access_plainly(t, origin.kind(), origin.number(), leaf_for(in_word.begin),
                                        in_word, own))
          check_part(t, in_word, {t.order->now(), origin}, shadow_);
      });
    } else {
      check_part(t, range, {t.order->now(), origin}, shadow_);
    }
  }
  template <class Cells>
  void check_parts(Thread& t, const Watched& watched, Origin origin, Cells&& cells) {
    const Past now{t.order->now(), origin};
    watched.for_each_part([&](AddressRange part) { check_part(t, part, now, cells); });
  }
  template <class Cells>
  void check_part(Thread& t, AddressRange part, const Past& now, Cells&& cells) {
    cells.update(part, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, now); });
  }

  void check(Thread& t, Cell& cell, ByteSet bytes, const Past& now) {
    if (is_write(now.kind()) && !is_atomic(now.kind())) Base::forget_stores(cell.stores, heap_);
    if (cell.raced || is_redundant(t, cell, now)) return;
    prune(cell);
    cell.accesses.for_each_unprotected(*t.locks, [&](const Past& earlier) {
      if (earlier.epoch.slot() == t.order->slot || !kinds_conflict(earlier.kind(), now.kind()))
        return;
      if (!t.order->clock.includes(earlier.epoch))
        tell(t, cell, bytes, earlier, now, KeptApart::by_nothing);
      else if (options_.order.firm && !t.order->firm.includes(earlier.epoch))
        tell(t, cell, bytes, earlier, now, KeptApart::by_messages);
    });
    if (cell.raced) cell.accesses.clear(heap_);
    else
      cell.accesses.insert(*t.locks, now, heap_,
                           [&](const Past& old) { return supersedes(now, old); });
  }
  // Whatever comes and races with `old` is ordered after neither, and races with `now` too. So a
  // location keeps few accesses of a thread, however often its time grows while others sleep.
  bool supersedes(const Past& now, const Past& old) const {
    return options_.lockset_subset && old.epoch.slot() == now.epoch.slot() &&
           covers(now.kind(), old.kind()) && same_site(now, old);
  }
  bool same_site(const Past& a, const Past& b) const {
    return options_.granularity == Granularity::location || a.origin.site() == b.origin.site();
  }
  void tell(Thread& t, Cell& cell, ByteSet bytes, const Past& earlier, const Past& now,
            KeptApart kept) {
    if (cell.raced) return;
    if (options_.granularity == Granularity::location) cell.raced = true;
    else if (!is_news(earlier.origin.site(), now.origin, kept)) return;
    const ThreadId other = order_.thread_at(earlier.epoch);
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {other, earlier.origin}, {t.order->id, now.origin}, kept});
    });
  }
  bool is_news(SiteId earlier, const Origin& now, KeptApart kept) {
    const std::uint64_t pair = key_of(earlier, now.site());
    return told_.with([&](Told& told) {
      if (kept != KeptApart::by_nothing && told.races.contains(pair)) return false;
      if (options_.telling == Telling::until_settled) return !told.pairs(kept).contains(pair);
      return told.pairs(kept).find_or_insert(pair, now) == now;
    });
  }

  bool is_redundant(Thread& t, const Cell& cell, const Past& now) {
    const auto covers_now = [&](const Past& earlier) {
      return earlier.epoch == now.epoch && covers(earlier.kind(), now.kind()) &&
             same_site(earlier, now);
    };
    if (options_.lockset_subset && cell.accesses.any_under_subset(*t.locks, covers_now))
      return true;
    return options_.oversized &&
           cell.accesses.has_disjoint_sets(*t.locks, options_.lock_bound, heap_, covers_now);
  }

  // Forgets accesses that every live thread is ordered after: they can race no more.
  void prune(Cell& cell) {
    if constexpr (Policy::kOneAtATime) {
      if (cell.accesses.size() < 2u * cell.size_at_prune + 2u) return;
      if (const std::uint64_t sends = order_.sends(); over_.sends != sends) {
        over_.sends = sends;
        order_.known_to_all(over_.known);
      }
      cell.accesses.prune([&](const Past& past) { return over_.known.includes(past.epoch); },
                          heap_);
      cell.size_at_prune =
          static_cast<std::uint8_t>(cell.accesses.size() < 120 ? cell.accesses.size() : 120);
    }
  }

  const HybridOptions options_;
  const SelectionFor<Policy>* const selection_;
  const Report<Policy> report_;
  Locality<Policy> locality_;  // only without happens-before, as in the paper's NoHB column
  Shared<Told, Policy> told_;
  Over over_;  // only where one may look at all threads: see prune()
  // An access finds those that it may take the place of: see access_plainly().
  const bool finds_its_like_ = options_.granularity == Granularity::pair && options_.lockset_subset;
  ShadowFor<AnyCell, Policy> shadow_;
};

}  // namespace steward
