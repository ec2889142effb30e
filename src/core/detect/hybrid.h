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
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/hash_map.h"
#include "core/clock/limited_order.h"
#include "core/detect/detector.h"
#include "core/detect/locality.h"
#include "core/detect/selection.h"
#include "core/event/types.h"
#include "core/lockset/access_trie.h"
#include "core/lockset/lockset.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

enum class Granularity : bool { location, pair };

struct HybridOptions {
  Granularity granularity = Granularity::pair;
  LimitedOrderOptions order = {};
  bool lockset_subset = true;
  bool oversized = true;
  // N: no thread ever holds more locks. A run that exceeds it must be repeated with a larger one.
  std::size_t lock_bound = SIZE_MAX;
  // Only these bytes are watched, if given (phase two).
  Selection* selection = nullptr;
};

template <class Policy>
class Hybrid {
 public:
  using Origin = typename Policy::Origin;
  using Order = LimitedOrder<Policy>;

  struct Thread {
    explicit Thread(Heap&) {}
    typename Order::Thread* order = nullptr;
    const Lockset* locks = nullptr;
  };

  Hybrid(Heap& heap, HybridOptions options, Report<Policy> report)
      : heap_(heap),
        options_(options),
        report_(report),
        order_(heap, options.order),
        locality_(heap),
        locksets_(heap),
        reported_(heap),
        over_(heap),
        threads_(heap),
        shadow_(heap, heap) {}

  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (t.order == nullptr) {
      t.order = &order_.thread(id);
      t.locks = locksets_.with([](Locksets& sets) { return sets.empty(); });
    }
    return t;
  }
  // As a channel from the start, known from an earlier phase.
  void mark_channel(LockId lock) { order_.mark_channel(lock); }
  // The most locks that a thread held at once so far: more than lock_bound means repeat.
  std::size_t most_locks_held() {
    return locksets_.with([](const Locksets& sets) { return sets.largest(); });
  }

  void read(Thread& t, AddressRange range, Origin origin) { access(t, AccessKind::read, range, origin); }
  void write(Thread& t, AddressRange range, Origin origin) { access(t, AccessKind::write, range, origin); }
  void free(Thread& t, AddressRange range, Origin origin) { access(t, AccessKind::free, range, origin); }

  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t store_age, Origin origin) {
    shadow_.atomically(range, [&](const auto& view) {
      view.update([&](Cell& cell, ByteSet) { read_store(t, cell, order, store_age); });
      check_watched(t, AccessKind::atomic_read, range, origin, view);
    });
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomic_write(t, range, order, origin, false);
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomic_write(t, range, order, origin, true);
  }
  void fence(Thread&, MemoryOrder) {}

  void acquire(Thread& t, LockId lock, LockMode mode) {
    order_.acquire(*t.order, lock);
    t.locks = locksets_.with([&](Locksets& sets) { return sets.with(t.locks, lock, mode); });
  }
  void release(Thread& t, LockId lock, LockMode) {
    t.locks = locksets_.with([&](Locksets& sets) { return sets.without(t.locks, lock); });
    order_.release(*t.order, lock);
  }
  void fork(Thread& t, ThreadId child) { order_.fork(*t.order, child); }
  void end(Thread& t) { order_.end(*t.order); }
  void join(Thread& t, ThreadId child) {
    order_.join(*t.order, child);
    threads_.erase(child);
  }
  void wait(Thread& t, ConditionId condition, LockId lock) { order_.wait(*t.order, condition, lock); }
  void signal(Thread& t, ConditionId condition) { order_.signal(*t.order, condition); }
  void wake(Thread& t, ConditionId condition) { order_.wake(*t.order, condition); }
  void send(Thread& t, MessageId message) { order_.send(*t.order, message); }
  void receive(Thread& t, MessageId message) { order_.receive(*t.order, message); }

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
  void prefetch(Address address) { shadow_.prefetch(address); }

 private:
  using Past = LocksetAccess<Origin>;
  using StoreList = Stores<typename Order::Clock>;

  struct Cell {
    using Owner = Heap;
    AccessTrie<Origin> accesses;
    StoreList* stores = nullptr;
    bool raced = false;              // by location: no more to say here
    std::uint8_t size_at_prune = 0;  // how many accesses the last pruning left, up to 255

    void copy_to(Cell& empty, Heap& heap) const {
      accesses.copy_to(empty.accesses, heap);
      empty.raced = raced;
      if (stores == nullptr) return;
      empty.stores = heap.create<StoreList>(heap);
      stores->copy_to(*empty.stores);
    }
    void clear(Heap& heap) {
      accesses.clear(heap);
      forget_stores(heap);
      raced = false;
    }
    void forget_stores(Heap& heap) {
      if (stores != nullptr) heap.destroy(stores);
      stores = nullptr;
    }
    bool same_as(const Cell& other) const {
      return raced && other.raced && stores == nullptr && other.stores == nullptr;
    }
  };

  // What every live thread knew when that was last looked up, and how much had been sent by then.
  struct Over {
    explicit Over(Heap& heap) : known(heap) {}
    VectorClock known;
    std::uint64_t sends = 0;
  };

  void access(Thread& t, AccessKind kind, AddressRange range, Origin origin) {
    const Past now{t.order->now(), origin, kind};
    for_each_watched(t, range, [&](AddressRange part) {
      shadow_.update(part, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, now); });
    });
    // What an atomic load reads after a plain write came from no atomic store, watched or not.
    if (options_.selection != nullptr && is_write(kind)) {
      shadow_.visit(range, [&](const Cell& cell, ByteSet) { const_cast<Cell&>(cell).forget_stores(heap_); });
    }
  }
  template <class View>
  void check_watched(Thread& t, AccessKind kind, AddressRange range, Origin origin, const View& view) {
    const Past now{t.order->now(), origin, kind};
    for_each_watched(t, range, [&](AddressRange part) {
      view.update(part, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, now); });
    });
  }
  template <class F>
  void for_each_watched(Thread& t, AddressRange range, F&& f) {
    if (options_.selection != nullptr) return options_.selection->for_each_selected(range, f);
    if (!options_.order.enabled) return locality_.for_each_shared(t.order->id, range, f);
    f(range);
  }

  void check(Thread& t, Cell& cell, ByteSet bytes, const Past& now) {
    if (is_write(now.kind) && !is_atomic(now.kind)) cell.forget_stores(heap_);
    if (cell.raced || is_redundant(t, cell, now)) return;
    prune(cell);
    cell.accesses.for_each_unprotected(*t.locks, [&](const Past& earlier) {
      if (earlier.epoch.slot() == t.order->slot || !kinds_conflict(earlier.kind, now.kind)) return;
      if (t.order->clock.includes(earlier.epoch)) return;
      race(t, cell, bytes, earlier, now);
    });
    if (cell.raced) cell.accesses.clear(heap_);
    else cell.accesses.insert(*t.locks, now, heap_);
  }
  void race(Thread& t, Cell& cell, ByteSet bytes, const Past& earlier, const Past& now) {
    if (cell.raced) return;
    if (options_.granularity == Granularity::location) cell.raced = true;
    else if (!first_of_pair(earlier.origin.site(), now.origin.site())) return;
    const ThreadId other = order_.thread_at(earlier.epoch);
    bytes.for_each_run([&](AddressRange run) { report_({run, {other, earlier.origin}, {t.order->id, now.origin}}); });
  }
  bool first_of_pair(SiteId a, SiteId b) {
    if (b < a) std::swap(a, b);
    return reported_.with([&](HashMap<std::uint64_t, bool>& pairs) {
      return pairs.insert(std::uint64_t{a.value()} << 32 | b.value());
    });
  }

  bool is_redundant(Thread& t, const Cell& cell, const Past& now) {
    const auto covers_now = [&](const Past& earlier) {
      return earlier.epoch == now.epoch && covers(earlier.kind, now.kind) &&
             (options_.granularity == Granularity::location || earlier.origin.site() == now.origin.site());
    };
    if (options_.lockset_subset && cell.accesses.any_under_subset(*t.locks, covers_now)) return true;
    return options_.oversized &&
           cell.accesses.has_disjoint_sets(*t.locks, options_.lock_bound, heap_, covers_now);
  }

  // Forgets accesses that every live thread is ordered after: they can race no more.
  void prune(Cell& cell) {
    if constexpr (Policy::kOneAtATime) {
      if (cell.accesses.size() < 2u * cell.size_at_prune + 8u) return;
      if (const std::uint64_t sends = order_.sends(); over_.sends != sends) {
        over_.sends = sends;
        order_.known_to_all(over_.known);
      }
      cell.accesses.prune([&](const Past& past) { return over_.known.includes(past.epoch); }, heap_);
      cell.size_at_prune = static_cast<std::uint8_t>(cell.accesses.size() < 120 ? cell.accesses.size() : 120);
    }
  }

  void read_store(Thread& t, Cell& cell, MemoryOrder order, std::size_t age) {
    if (cell.stores != nullptr) order_.read_store(*t.order, order, cell.stores->at(age));
  }
  void atomic_write(Thread& t, AddressRange range, MemoryOrder order, Origin origin, bool reads_too) {
    shadow_.atomically(range, [&](const auto& view) {
      if (reads_too) view.update([&](Cell& cell, ByteSet) { read_store(t, cell, order, 0); });
      check_watched(t, AccessKind::atomic_write, range, origin, view);
      if (!options_.order.atomics_are_messages) return;
      const auto content = order_.store_content(*t.order, order);
      view.update([&](Cell& cell, ByteSet) {
        if (cell.stores == nullptr) cell.stores = heap_.create<StoreList>(heap_);
        order_.write_store(*cell.stores, content, reads_too);
      });
    });
  }

  Heap& heap_;
  const HybridOptions options_;
  const Report<Policy> report_;
  Order order_;
  Locality<Policy> locality_;  // only without happens-before, as in the paper's NoHB column
  Shared<Locksets, Policy> locksets_;
  Shared<HashMap<std::uint64_t, bool>, Policy> reported_;  // site pairs
  Over over_;  // only where one may look at all threads: see prune()
  Table<ThreadId, Thread, Policy> threads_;
  Shadow<Cell, Policy> shadow_;
};

}  // namespace steward
