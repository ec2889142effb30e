// What djit and fasttrack share: precise happens-before, and everything but the cells.
//
// The four kinds of access are kept apart in a cell: plain writes, plain reads, atomic writes and
// atomic reads. A plain write is checked against all of them and, race-free, replaces them all; a
// plain read against both kinds of writes; an atomic write against plain accesses; an atomic read
// against plain writes. An atomic operation first reads (sinks), then is checked, then writes
// (sources): in any other order it would hide, or make up, races with itself.
#pragma once

#include "base/heap.h"
#include "core/clock/happens_before.h"
#include "core/detect/detector.h"
#include "core/detect/entries.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

// `Cell` has, besides what Shadow asks for:
//   template <class F> void access(AccessKind, const Entry&, const VectorClock&, AfterRace, Heap&,
//   F race)
//       checks and records; calls race(earlier entry) for each race
//   Stores<SharedClock>* stores()            null if no atomic store is remembered
//   Stores<SharedClock>& make_stores(Heap&)
template <class Policy, template <class> class CellTemplate>
class VectorClockDetector {
 public:
  using Origin = typename Policy::Origin;
  using Order = HappensBefore<Policy>;
  using Thread = typename Order::Thread;
  using Cell = CellTemplate<Policy>;

  VectorClockDetector(Heap& heap, DetectorOptions options, Report<Policy> report)
      : heap_(heap),
        options_(options),
        report_(report),
        order_(heap, options.max_store_age + 1),
        shadow_(heap, heap) {}

  Thread& thread(ThreadId id) { return order_.thread(id); }

  void read(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::read, range, origin);
  }
  void write(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::write, range, origin);
  }
  void free(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::free, range, origin);
  }

  void atomic_load(Thread& t, AddressRange range, MemoryOrder order, std::size_t store_age,
                   Origin origin) {
    shadow_.atomically(range, [&](const auto& view) {
      view.update([&](Cell& cell, ByteSet) { read_store(t, cell, order, store_age); });
      view.update([&](Cell& cell, ByteSet bytes) {
        check(t, cell, bytes, AccessKind::atomic_read, origin);
      });
    });
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomic_write(t, range, order, origin, false);
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder order, Origin origin) {
    atomic_write(t, range, order, origin, true);
  }
  void fence(Thread& t, MemoryOrder order) { order_.fence(t, order); }

  void acquire(Thread& t, LockId lock, LockMode mode) { order_.acquire(t, lock, mode); }
  void release(Thread& t, LockId lock, LockMode mode) { order_.release(t, lock, mode); }
  void fork(Thread& t, ThreadId child) { order_.fork(t, child); }
  void end(Thread& t) { order_.end(t); }
  void join(Thread& t, ThreadId child) { order_.join(t, child); }
  void wait(Thread&, ConditionId, LockId) {}
  void signal(Thread&, ConditionId) {}
  void wake(Thread&, ConditionId) {}
  void send(Thread& t, MessageId message) { order_.send(t, message); }
  void receive(Thread& t, MessageId message) { order_.receive(t, message); }

  void alloc(AddressRange range) { shadow_.clear(range); }
  void clear(AddressRange range) { shadow_.clear(range); }
  void copy(Address from, AddressRange to) { shadow_.copy(from, to); }
  [[gnu::always_inline]] void prefetch(Address address) { shadow_.prefetch(address); }

  Order& order() { return order_; }

 private:
  void access(Thread& t, AccessKind kind, AddressRange range, Origin origin) {
    shadow_.update(range, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); });
  }
  void check(Thread& t, Cell& cell, ByteSet bytes, AccessKind kind, Origin origin) {
    cell.access(kind, {t.now(), origin}, t.clock, options_.after_race, heap_,
                [&](const Entry<Origin>& earlier) { say(t, bytes, earlier, origin); });
  }
  [[gnu::noinline, gnu::cold]] void say(Thread& t, ByteSet bytes, const Entry<Origin>& earlier,
                                        Origin origin) {
    const ThreadId other = order_.thread_at(earlier.epoch);
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {other, earlier.origin}, {t.id, origin}});
    });
  }

  void read_store(Thread& t, Cell& cell, MemoryOrder order, std::size_t age) {
    if (auto* stores = cell.stores(); stores != nullptr)
      order_.read_store(t, order, stores->at(age));
  }
  void atomic_write(Thread& t, AddressRange range, MemoryOrder order, Origin origin,
                    bool reads_too) {
    shadow_.atomically(range, [&](const auto& view) {
      if (reads_too) view.update([&](Cell& cell, ByteSet) { read_store(t, cell, order, 0); });
      view.update([&](Cell& cell, ByteSet bytes) {
        check(t, cell, bytes, AccessKind::atomic_write, origin);
      });
      const auto content = order_.store_content(t, order);
      view.update([&](Cell& cell, ByteSet) {
        order_.write_store(cell.make_stores(heap_), content, reads_too);
      });
    });
  }

  Heap& heap_;
  const DetectorOptions options_;
  const Report<Policy> report_;
  Order order_;
  Shadow<Cell, Policy> shadow_;
};

}  // namespace steward
