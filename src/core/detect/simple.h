// simple: the first phase of prediction. As the paper's (§6.2), but while a location has been
// accessed by one thread only, that thread's accesses are kept aside; at the first access by
// another they count too, unless limited happens-before orders them before it. So "one access each"
// is found, and data that one thread prepared for another is not.
//
// A phase that only selects has nothing more to learn about bytes that are selected already: given
// the selection, their accesses are passed over without a look at the shadow.
#pragma once

#include <cstddef>

#include "base/heap.h"
#include "core/detect/candidates.h"
#include "core/detect/detector.h"
#include "core/detect/limited_threads.h"
#include "core/detect/selection.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "core/policy/shadow_for.h"

namespace steward {

template <class Policy>
class Simple : public LimitedThreads<Policy> {
  struct Cell;

 public:
  using Base = LimitedThreads<Policy>;
  using Origin = typename Policy::Origin;
  using Thread = typename Base::Thread;

  Simple(Heap& heap, LimitedOrderOptions options, Report<Policy> report,
         const Selection* settled = nullptr)
      : Base(heap, options), report_(report), settled_(settled), shadow_(heap, heap) {}

  // Whether the access repeats what its thread did in the same moment, so that read() or write()
  // would change nothing. As in the precise detectors, it shows without holding anything.
  template <class Kind>
  [[gnu::always_inline]] bool repeats(const Thread& t, Kind kind, AddressRange range) const {
    return shadow_.peek(
        range, [&](const Cell& cell) { return Cell::covers(cell.seen.load(), kind, t.moment); });
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
      perform(Base::template operation<Cell>(t, view, range, [&](AccessKind kind, Origin origin) {
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
  template <class Shadow = ShadowFor<Cell, Policy>>
  void forget_accesses() {
    static_cast<Shadow&>(shadow_).forget_accesses();
  }
  template <class Shadow = ShadowFor<Cell, Policy>>
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
    using Owner = Heap;
    Candidates<Origin> counted;  // while owned: the owner's, kept aside
    Epoch owners_last;           // never: nobody has accessed it
    StoreList* stores = nullptr;
    bool shared = false;
    bool raced = false;
    // Whose plain access in what moment would change nothing any more, for those who look without
    // holding the cell; the lowest bit: also if it is a write. Follows from all the above.
    typename Policy::Bits seen;
    static constexpr std::uint64_t kAnybodys = ~std::uint64_t{0};

    static bool covers(std::uint64_t seen, AccessKind kind, std::uint64_t moment) {
      return (seen | 1) == (moment << 1 | 1) ? (seen & 1) != 0 || kind == AccessKind::read
                                             : seen == kAnybodys;
    }
    void note_seen(AccessKind kind, std::uint64_t moment) {
      if (is_atomic(kind)) seen.store(0);
      else if (raced && stores == nullptr) seen.store(kAnybodys);
      else if (!covers(seen.load(), kind, moment)) seen.store(moment << 1 | is_write(kind));
    }

    void copy_to(Cell& empty, Heap& heap) const {
      empty = *this;
      empty.seen.store(0);
      empty.stores = nullptr;
      Base::copy_stores(stores, empty.stores, heap);
    }
    void clear(Heap& heap) {
      Base::forget_stores(stores, heap);
      *this = Cell();
    }
    // Whether anything is left.
    bool forget_accesses(Heap& heap) {
      StoreList* const kept = stores;
      *this = Cell();
      stores = kept;
      return Base::forget_useless_stores(stores, heap);
    }
    bool same_as(const Cell& other) const {
      return stores == nullptr && other.stores == nullptr && counted == other.counted &&
             owners_last == other.owners_last && shared == other.shared && raced == other.raced;
    }
  };

  void access(Thread& t, AccessKind kind, AddressRange range, Origin origin) {
    if (settled_ != nullptr && settled_->contains(range)) return pass_over(kind, range);
    shadow_.update(range, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); });
  }
  // The stores at a byte are messages, whether or not the byte itself is of interest.
  void pass_over(AccessKind kind, AddressRange range) {
    if (!is_write(kind) || !this->may_have_stores(range)) return;
    shadow_.update_existing(range,
                            [&](Cell& cell, ByteSet) { Base::forget_stores(cell.stores, heap_); });
  }
  void check(Thread& t, Cell& cell, ByteSet bytes, AccessKind kind, Origin origin) {
    if (is_write(kind) && !is_atomic(kind)) Base::forget_stores(cell.stores, heap_);
    if (cell.raced) return cell.note_seen(kind, t.moment);
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
    cell.note_seen(kind, t.moment);
    if (!cell.raced) return;
    const auto& earlier = cell.counted.of_another(order.id);
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {earlier.thread, earlier.origin}, {order.id, origin}});
    });
  }

  const Report<Policy> report_;
  const Selection* const settled_;
  ShadowFor<Cell, Policy> shadow_;
};

}  // namespace steward
