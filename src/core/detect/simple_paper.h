// simple-paper: the paper's first phase (§6.2) with its thread locality check (§6.3). It misses the
// commonest race there is, one access each: the owner's accesses never count. For the tables.
#pragma once

#include "base/heap.h"
#include "core/detect/candidates.h"
#include "core/detect/detector.h"
#include "core/detect/locality.h"
#include "core/detect/lockset_threads.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

template <class Policy>
class SimplePaper : public LocksetThreads<Policy> {
 public:
  using Origin = typename Policy::Origin;
  using Thread = typename LocksetThreads<Policy>::Thread;

  SimplePaper(Heap& heap, Report<Policy> report)
      : LocksetThreads<Policy>(heap), report_(report), locality_(heap), shadow_(heap, heap) {}

  void read(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::read, range, origin);
  }
  void write(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::write, range, origin);
  }
  void free(Thread& t, AddressRange range, Origin origin) {
    access(t, AccessKind::free, range, origin);
  }
  void atomic_load(Thread& t, AddressRange range, MemoryOrder, std::size_t, Origin origin) {
    access(t, AccessKind::atomic_read, range, origin);
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder, Origin origin) {
    access(t, AccessKind::atomic_write, range, origin);
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder, Origin origin) {
    access(t, AccessKind::atomic_write, range, origin);
  }

  void alloc(AddressRange range) {
    shadow_.clear(range);
    locality_.alloc(range);
  }
  void clear(AddressRange range) {
    shadow_.clear(range);
    locality_.clear(range);
  }
  void copy(Address from, AddressRange to) {
    shadow_.copy(from, to);
    locality_.copy(from, to);
  }
  [[gnu::always_inline]] void prefetch(Address address) { shadow_.prefetch(address); }

 private:
  struct Cell {
    using Owner = Heap;
    Candidates<Origin> counted;
    bool raced = false;
    void copy_to(Cell& empty, Heap&) const { empty = *this; }
    void clear(Heap&) { *this = Cell(); }
    bool same_as(const Cell& other) const {
      return counted == other.counted && raced == other.raced;
    }
  };

  void access(Thread& t, AccessKind kind, AddressRange range, Origin origin) {
    locality_.for_each_shared(t.id, range, [&](AddressRange part) {
      shadow_.update(part, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, kind, origin); });
    });
  }
  void check(Thread& t, Cell& cell, ByteSet bytes, AccessKind kind, Origin origin) {
    if (cell.raced) return;
    this->locksets_.with([&](Locksets& sets) {
      cell.counted.add({t.id, origin}, kind, t.locks, sets);
    });
    if (!cell.counted.is_race()) return;
    cell.raced = true;
    const auto& earlier = cell.counted.of_another(t.id);
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {earlier.thread, earlier.origin}, {t.id, origin}});
    });
  }

  const Report<Policy> report_;
  Locality<Policy> locality_;
  Shadow<Cell, Policy> shadow_;
};

}  // namespace steward
