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
#include "core/policy/shadow_for.h"

namespace steward {

// `Cell` has, besides what Shadow asks for:
//   template <class F> void access(AccessKind, const Entry&, const VectorClock&, AfterRace, Heap&,
//   F race)
//       checks and records; calls race(earlier entry) for each race
//   bool repeats(AccessKind, Epoch) const    whether the epoch has done it already, so that
//   access()
//       would change nothing; may be called of a cell that is not held (only where that happens)
//   Stores<SharedClock>* stores()            null if no atomic store is remembered
//   Stores<SharedClock>& make_stores(Heap&)
// `OrderTemplate`: HappensBefore, or what has the same members. If it does not know at once what
// comes after what, find_out(Thread&, Epoch) makes it known to the thread's clock.
template <class Policy, template <class> class CellTemplate,
          template <class> class OrderTemplate = HappensBefore>
class VectorClockDetector {
 public:
  using Origin = typename Policy::Origin;
  using Order = OrderTemplate<Policy>;
  using Thread = typename Order::Thread;
  using Cell = CellTemplate<Policy>;

  template <class... OrderOptions>
  VectorClockDetector(Heap& heap, DetectorOptions options, Report<Policy> report,
                      OrderOptions... order_options)
      : heap_(heap),
        options_(options),
        report_(report),
        order_(heap, options.max_store_age + 1, order_options...),
        shadow_(heap, heap) {}

  Thread& thread(ThreadId id) { return order_.thread(id); }

  // Whether the access repeats what its epoch has done already, so that read() or write() would
  // change nothing: most do. It shows without holding anything: what changes in the same moment has
  // been compared with what is there, or comes later. May say no though it does.
  // A template, so that only where words are held one by one it must compile.
  template <class Kind>
  [[gnu::always_inline]] bool repeats(const Thread& t, Kind kind, AddressRange range) const {
    if constexpr (Packable<Cell>) return shadow_.repeats(range, t.packed, kind);
    else return shadow_.peek(range, [&](const Cell& cell) { return cell.repeats(kind, t.now()); });
  }
  // The same of an atomic load that reads the latest store.
  template <class Range>
  [[gnu::always_inline]] bool repeats_load(const Thread& t, MemoryOrder order, Range range) const {
    if constexpr (Packable<Cell>) return shadow_.repeats_load(range, t.packed, acquires(order));
    else return !acquires(order) && repeats(t, AccessKind::atomic_read, range);
  }
  // The short way, for bytes of one word, or two whole ones of one page: where that is; whether the
  // access repeats what its epoch has done; and the access itself, if it is like most.
  template <class Shadow = ShadowFor<Cell, Policy>>
  static constexpr std::uint64_t page_bytes() {
    return Shadow::kPageBytes;
  }
  template <class Shadow = ShadowFor<Cell, Policy>>
  [[gnu::always_inline]] auto find_place(Address address) const {
    return static_cast<const Shadow&>(shadow_).find_place(address);
  }
  template <class Place>
  [[gnu::always_inline]] static bool repeats(const Thread& t, AccessKind kind, Place place,
                                             AddressRange range) {
    return ShadowFor<Cell, Policy>::repeats(place, range, t.packed, kind);
  }
  // In a page of the thread's own, or in one that is everybody's. False: it is not for that, and
  // what was done of it need not be repeated. REQUIRES: its epoch has not done all of it.
  template <class Place>
  [[gnu::always_inline]] static bool is_own(const Thread& t, Place place, Address address) {
    // Whoever has such epochs can own pages.
    return t.packed != 0 && ShadowFor<Cell, Policy>::is_own(place, address, t.slot.value() + 1);
  }
  template <class Place>
  [[gnu::always_inline]] static bool has_more(Place place, AddressRange range) {
    return ShadowFor<Cell, Policy>::has_more(place, range);
  }
  template <bool more, class Place>
  [[gnu::always_inline]] bool renew_alone(const Thread& t, AccessKind kind, Place place,
                                          AddressRange range, std::uint32_t origin) {
    return shadow_.template renew_alone<more>(place, range, kind, t.packed, origin,
                                              VectorClock::Reader(t.clock), t.slot.value() + 1);
  }
  template <bool more, class Place>
  [[gnu::always_inline]] bool renew_locked(const Thread& t, AccessKind kind, Place place,
                                           AddressRange range, std::uint32_t origin) {
    return t.packed != 0 &&
           shadow_.template renew_locked<more>(place, range, kind, t.packed, origin,
                                               VectorClock::Reader(t.clock), t.slot.value() + 1);
  }
  // As the policy's self().
  static std::uint32_t self(const Thread& t) {
    return Claims<typename Policy::Bits>::self_of(t.slot);
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

  // The same, of a read or a write that is not made if it races: then all is as it was, and the
  // races are told. Whether it is made. A template, so that only cells that can be asked must be.
  template <class Kind>
  bool attempt(Thread& t, Kind kind, AddressRange range, Origin origin) {
    bool raced = false;
    const auto look_at = [&](const Cell& cell, ByteSet bytes) {
      find_out(t, cell);
      raced |= cell.would_race(
          kind, t.clock, [&](const Entry<Origin>& earlier) { say(t, bytes, earlier, origin); });
    };
    const auto make = [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); };
    if constexpr (Packable<Cell>)
      if (t.packed != 0 && Policy::self() != 0 &&
          shadow_.access_alone(range, touch(t, kind), origin.number(), t.clock))
        return true;
    shadow_.hold(range, [&](const auto& held) {
      if constexpr (Packable<Cell>)
        if (t.packed != 0 && held.access(touch(t, kind), origin.number(), t.clock, make)) return;
      held.visit(look_at);
      if (raced) return;
      if constexpr (Packable<Cell>) held.update(make, touch(t, kind));
      else held.update(make);
    });
    return !raced;
  }

  // An atomic operation: perform(operation) runs with the location held, live does the real
  // operation in there, and says what it was by one call of operation.load, store or rmw. A
  // compare-and-exchange knows only then.
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    shadow_.atomically(range, [&](const auto& view) { perform(operation(t, view)); });
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
  void send_anew(Thread& t, MessageId message) { order_.send_anew(t, message); }
  void receive(Thread& t, MessageId message) { order_.receive(t, message); }

  // As if every thread had sent something, and t received it.
  void receive_all(Thread& t) { order_.receive_all(t); }
  Vector<Thread*> unjoined_threads() { return order_.unjoined_threads(); }
  static bool has_ended(const Thread& t) { return t.ended; }
  // Whether t knows all that `other` had done when it last passed on what it knew.
  bool knows(Thread& t, const Thread& other) { return order_.knows(t, other); }

  // The object with this number is gone; one that comes later may have the number, too.
  void forget(LockId lock) { order_.forget(lock); }
  void forget(MessageId message) { order_.forget(message); }
  void forget(ConditionId) {}  // they order nothing

  void alloc(AddressRange range) { shadow_.clear(range); }
  void clear(AddressRange range) { shadow_.clear(range); }
  void copy(Address from, AddressRange to) { shadow_.copy(from, to); }
  // Forgets the accesses of all memory, not what orders threads, and gives back what they took:
  // later accesses are compared with each other, so races may be missed, but none is made up. A
  // template for the same reason as repeats().
  template <class Shadow = ShadowFor<Cell, Policy>>
  void forget_accesses() {
    static_cast<Shadow&>(shadow_).forget_accesses();
  }
  // Gives back what accesses took. REQUIRES: the detector is not used any more.
  template <class Shadow = ShadowFor<Cell, Policy>>
  void drop_shadow() {
    static_cast<Shadow&>(shadow_).drop();
  }
  [[gnu::always_inline]] void prefetch(Address address) { shadow_.prefetch(address); }

  Order& order() { return order_; }
  // f(epoch) for the accesses of a byte that one of this kind, a plain read or write, would be
  // compared with; the last plain write first, if there was one.
  template <class F>
  void for_each_earlier(Address byte, AccessKind kind, F&& f) {
    const VectorClock nothing(heap_);
    shadow_.visit({byte, 1}, [&](const Cell& cell, ByteSet) {
      cell.would_race(kind, nothing, [&](const Entry<Origin>& earlier) { f(earlier.epoch); });
    });
  }

 private:
  // Inlined, down to the cell: the kind is known where it is called.
  [[gnu::always_inline]] void access(Thread& t, AccessKind kind, AddressRange range,
                                     Origin origin) {
    const auto check_all = [&](Cell & cell, ByteSet bytes) __attribute__((always_inline)) {
      check(t, cell, bytes, kind, origin);
    };
    if constexpr (Packable<Cell>)
      shadow_.access(range, touch(t, kind), origin.number(), t.clock, check_all);
    else shadow_.update(range, check_all);
  }
  // An access that is refused is not made.
  Touch touch(const Thread& t, AccessKind kind) const {
    return {options_.after_race == AfterRace::record ? Touch::What::access : Touch::What::change,
            kind, t.packed};
  }
  [[gnu::always_inline]] void check(Thread& t, Cell& cell, ByteSet bytes, AccessKind kind,
                                    Origin origin) {
    find_out(t, cell);
    cell.access(kind, {t.now(), origin}, t.clock, options_.after_race, heap_,
                [&](const Entry<Origin>& earlier) { say(t, bytes, earlier, origin); });
  }
  // What orders t after the accesses that are remembered there.
  [[gnu::always_inline]] void find_out(Thread& t, const Cell& cell) {
    if constexpr (requires { order_.find_out(t, Epoch()); })
      cell.would_race(AccessKind::write, t.clock,
                      [&](const Entry<Origin>& earlier) { order_.find_out(t, earlier.epoch); });
  }
  [[gnu::noinline, gnu::cold]] void say(Thread& t, ByteSet bytes, const Entry<Origin>& earlier,
                                        Origin origin) {
    const ThreadId other = order_.thread_at(earlier.epoch);
    const KeptApart kept =
        t.clock.includes(earlier.epoch) ? KeptApart::by_order : KeptApart::by_nothing;
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {other, earlier.origin}, {t.id, origin}, kept, earlier.epoch});
    });
  }

  // The parts of an atomic operation, over the cells that are held.
  template <class View>
  struct Operation {
    VectorClockDetector& detector;
    Thread& t;
    const View& view;

    void load(MemoryOrder order, Origin origin, std::size_t store_age = 0) const {
      read_store(order, store_age);
      check(AccessKind::atomic_read, origin, acquires(order) && store_age == 0);
    }
    void store(MemoryOrder order, Origin origin) const {
      check(AccessKind::atomic_write, origin);
      write_store(order, false);
    }
    void rmw(MemoryOrder order, Origin origin) const {
      read_store(order, 0);
      check(AccessKind::atomic_write, origin);
      write_store(order, true);
    }

   private:
    void read_store(MemoryOrder order, std::size_t age) const {
      const auto read = [&](Cell& cell, ByteSet) {
        if (auto* stores = cell.stores(); stores != nullptr)
          detector.order_.read_store(t, order, age == 0 ? stores->newest() : stores->at(age));
      };
      update(read, {Touch::What::look});
    }
    void check(AccessKind kind, Origin origin, bool acquires_latest = false) const {
      const auto check = [&](Cell& cell, ByteSet bytes) {
        detector.check(t, cell, bytes, kind, origin);
      };
      Touch touch;
      if (kind == AccessKind::atomic_read) touch = detector.touch(t, kind);
      touch.acquires = acquires_latest;
      update(check, touch);
    }
    void write_store(MemoryOrder order, bool continues_sequence) const {
      const auto& content = detector.order_.store_content(t, order);
      const auto write = [&](Cell& cell, ByteSet) {
        detector.order_.write_store(t, cell.make_stores(detector.heap_), content,
                                    continues_sequence);
      };
      update(write, {});
    }
    template <class F>
    void update(F& f, const Touch& touch) const {
      if constexpr (Packable<Cell>) view.update(f, touch);
      else view.update(f);
    }
  };
  template <class View>
  Operation<View> operation(Thread& t, const View& view) {
    return {*this, t, view};
  }

  Heap& heap_;
  const DetectorOptions options_;
  const Report<Policy> report_;
  Order order_;
  ShadowFor<Cell, Policy> shadow_;
};

}  // namespace steward
