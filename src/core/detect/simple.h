// simple: the first phase of prediction. As the paper's (§6.2), but while a location has been
// accessed by one thread only, that thread's accesses are kept aside; at the first access by
// another they count too, unless limited happens-before orders them before it. So "one access each"
// is found, and data that one thread prepared for another is not.
//
// A phase that only selects has nothing more to learn about bytes that are selected already: given
// the selection, their accesses are passed over without a look at the shadow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/heap.h"
#include "core/detect/candidates.h"
#include "core/detect/detector.h"
#include "core/detect/limited_threads.h"
#include "core/detect/selection.h"
#include "core/detect/simple_word.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "core/policy/shadow_for.h"

namespace steward {

template <class Policy>
class Simple : public LimitedThreads<Policy> {
  struct Cell;
  struct PackingCell;
  // Of accesses that come from nowhere little is to be kept: see simple_word.h.
  static constexpr bool kPacks = Policy::kWordLocks && std::is_empty_v<typename Policy::Origin>;
  using AnyCell = std::conditional_t<kPacks, PackingCell, Cell>;

 public:
  using Base = LimitedThreads<Policy>;
  using Origin = typename Policy::Origin;
  using Thread = typename Base::Thread;

  Simple(Heap& heap, LimitedOrderOptions options, Report<Policy> report,
         const Selection* settled = nullptr)
      : Base(heap, options), report_(report), settled_(settled), shadow_(heap, *this) {}

  // What is around there: see WordShadow.
  template <class Shadow = ShadowFor<AnyCell, Policy>>
  [[gnu::always_inline]] auto* find(Address address) const {
    return static_cast<const Shadow&>(shadow_).find(address);
  }
  template <class Shadow = ShadowFor<AnyCell, Policy>>
  auto& leaf_for(Address address) {
    return static_cast<Shadow&>(shadow_).leaf_for(address);
  }
  template <class F>
  void for_each_leaf_in(AddressRange range, F&& f) {
    shadow_.for_each_leaf_in(range, f);
  }
  // Whether read() or write() of some bytes of a word would change nothing. As in the precise
  // detectors, it shows without holding anything.
  template <class Leaf>
  [[gnu::always_inline]] bool is_settled(const Thread& t, AccessKind kind, const Leaf& leaf,
                                         AddressRange in_word) const {
    return t.now.moment == t.moment &&
           shadow_.word_at(leaf, in_word.begin).is_settled(is_write(kind), mask_of(in_word), t.now);
  }
  // The same of any range.
  bool repeats(const Thread& t, AccessKind kind, AddressRange range) const requires kPacks {
    bool all = true;
    for_each_word(range, [&](Address word, std::uint8_t mask) {
      const auto* const leaf = shadow_.find(word);
      all = all && leaf != nullptr && t.now.moment == t.moment &&
            shadow_.word_at(*leaf, word).is_settled(is_write(kind), mask, t.now);
    });
    return all;
  }
  // A read or write of some bytes of a word, if what comes of it is simple: no race, for instance.
  // False: nothing has happened. `self` is somebody.
  template <class Leaf>
  [[gnu::always_inline]] bool access_plainly(Thread& t, AccessKind kind, Leaf& leaf, Address word,
                                             std::uint8_t mask, std::uint32_t self) {
    if (t.now.moment != t.moment) this->look_at_moment(t);
    if (t.now.owner == 0) [[unlikely]]
      return false;
    const bool writes = is_write(kind);
    const VectorClock& clock = t.order->clock;
    return shadow_.access_by(
        leaf, word, self,
        [&](auto& cells, auto& on_first) __attribute__((always_inline)) {
          return cells.access_alone(writes, mask, t.now, t.begun, clock, on_first);
        },
        [&](auto& cells, auto& on_first) {
          return cells.access_locked(writes, mask, t.now, t.begun, clock, on_first);
        });
  }
  // From here on nothing that happens to these bytes counts, nor to others of their word: all of it
  // is known to race. False: there may be an atomic store that the access overwrites.
  template <class Leaf>
  [[gnu::always_inline]] bool settle(AccessKind kind, Leaf& leaf, AddressRange in_word,
                                     std::uint32_t self) {
    const bool done = shadow_.access_by(
        leaf, in_word.begin, self,
        [](auto& cells, auto& on_first) { return cells.settle_alone(on_first); },
        [](auto& cells, auto& on_first) { return cells.settle_locked(on_first); });
    return done || kind == AccessKind::read;
  }
  // As the policy's self().
  static std::uint32_t self(const Thread& t) {
    return Claims<typename Policy::Bits>::self_of(t.order->slot);
  }

  void read(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::read, range, origin);
  }
  void write(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::write, range, origin);
  }
  void free(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::free, range, origin);
  }
  // An atomic operation: perform(operation) runs with the location held, and says what it was by
  // one call of operation.load, store or rmw.
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    shadow_.atomically(range, [&](const auto& view) {
      perform(
          Base::template operation<AnyCell>(t, view, range, [&](AccessKind kind, Origin origin) {
            view.update([&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); });
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

  void alloc(AddressRange range) { shadow_.clear(range); }
  void clear(AddressRange range) { shadow_.clear(range); }
  void copy(Address from, AddressRange to) { shadow_.copy(from, to); }
  using Base::forget;
  // What an access has in common with those before it cannot be a lock that is gone.
  void forget(LockId lock) {
    this->forget_lock(lock, [&](const BitSet& gone) {
      return shadow_.update_all([&](Cell& cell) {
        if (cell.counted.needs_one_of(gone))
          this->locksets_.with([&](Locksets& sets) { cell.counted.drop(gone, sets); });
      });
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
    if (settled_ == nullptr || !settled_->contains({address, 1})) shadow_.prefetch(address);
  }

 private:
  using Base::heap_;
  using StoreList = typename Base::StoreList;

  struct Cell {
    using Owner = Simple;
    Candidates<Origin> counted;  // while owned: the owner's, kept aside
    Epoch owners_last;           // never: nobody has accessed it
    StoreList* stores = nullptr;
    bool shared = false;
    bool raced = false;

    void copy_to(Cell& empty, Owner& simple) const {
      empty = *this;
      empty.stores = nullptr;
      Base::copy_stores(stores, empty.stores, simple.heap_);
    }
    void clear(Owner& simple) {
      Base::forget_stores(stores, simple.heap_);
      *this = Cell();
    }
    // Whether anything is left.
    bool forget_accesses(Owner& simple) {
      StoreList* const kept = stores;
      *this = Cell();
      stores = kept;
      return Base::forget_useless_stores(stores, simple.heap_);
    }
    bool same_as(const Cell& other) const {
      return stores == nullptr && other.stores == nullptr && counted == other.counted &&
             owners_last == other.owners_last && shared == other.shared && raced == other.raced;
    }
  };

  struct PackingCell : Cell {
    template <class Bits>
    using Words = SimpleWord<PackingCell, Bits>;
    void copy_to(PackingCell& empty, Simple& simple) const { Cell::copy_to(empty, simple); }
  };
  template <class AnyCells, class Bits>
  friend class SimpleWord;

  // The state of a cell, without its bytes; 0: it has none.
  std::uint64_t take_apart(const Cell& cell) {
    using namespace simple_state;
    if (cell.stores != nullptr) return 0;
    if (cell.raced) return bits_of(Stage::raced);
    const Candidates<Origin>& counted = cell.counted;
    if (!counted.has_plain() || !has_bits(counted.common()->id())) return 0;
    const std::uint64_t state =
        bits_of(counted.common()->id()) | (counted.has_write() ? kWritten : 0);
    if (counted.are_of_several()) return state | bits_of(Stage::shared);
    const std::uint64_t owner = owner_bits(cell.owners_last);
    if (owner == 0) return 0;
    return state | owner | bits_of(cell.shared ? Stage::taken_over : Stage::owned);
  }
  // And back. Of several threads it is not kept who they were.
  void put_together(Cell& empty, std::uint64_t state) {
    using namespace simple_state;
    empty.raced = stage_of(state) == Stage::raced;
    if (empty.raced) return;
    const Lockset* const common =
        this->locksets_.with([&](const Locksets& sets) { return sets.at(locks_of(state)); });
    const bool several = stage_of(state) == Stage::shared;
    empty.shared = stage_of(state) != Stage::owned;
    if (!several) empty.owners_last = owner_of(state);
    empty.counted = Candidates<Origin>::of_plain(
        common, (state & kWritten) != 0,
        several ? ThreadId() : this->order_.thread_at(empty.owners_last), several);
  }

  void access(Thread& t, AccessKind kind, AddressRange range, Origin origin) {
    if (settled_ != nullptr && settled_->contains(range)) return pass_over(kind, range);
    const auto update = [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); };
    if constexpr (kPacks) {
      const std::uint32_t self = Policy::self();
      range.for_each_chunk(kWordBytes, [&](AddressRange part) {
        if (self != 0 &&
            access_plainly(t, kind, shadow_.leaf_for(part.begin), part.begin, mask_of(part), self))
          return;
        shadow_.update(part, update);
      });
    } else {
      shadow_.update(range, update);
    }
  }
  // The stores at a byte are messages, whether or not the byte itself is of interest.
  void pass_over(AccessKind kind, AddressRange range) {
    if (!is_write(kind) || !this->may_have_stores(range)) return;
    shadow_.update_existing(range,
                            [&](Cell& cell, ByteSet) { Base::forget_stores(cell.stores, heap_); });
  }
  void check(Thread& t, Cell& cell, ByteSet bytes, AccessKind kind, Origin origin) {
    if (is_write(kind) && !is_atomic(kind)) Base::forget_stores(cell.stores, heap_);
    if (cell.raced) return;
    const typename Base::Order::Thread& order = *t.order;
    if (!cell.shared) {
      const bool foreign = !cell.owners_last.never() && cell.counted.latest_thread() != order.id;
      if (foreign && order.clock.includes(cell.owners_last)) cell.counted = {};
      cell.shared = foreign;
      cell.owners_last = order.now();
    }
    // The table of locksets is everybody's; mostly there is nothing to look up.
    if (!cell.counted.add_same({order.id, origin}, kind, t.locks))
      this->locksets_.with([&](Locksets& sets) {
        cell.counted.add({order.id, origin}, kind, t.locks, sets);
      });
    cell.raced = cell.shared && cell.counted.is_race();
    if (!cell.raced) return;
    const auto& earlier = cell.counted.of_another(order.id);
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {earlier.thread, earlier.origin}, {order.id, origin}});
    });
  }

  const Report<Policy> report_;
  const Selection* const settled_;
  ShadowFor<AnyCell, Policy> shadow_;
};

}  // namespace steward
