// lockset: the lockset hypothesis, pair by pair (hybrid paper §2.3). Two accesses of one location
// by different threads, one of them a write, with locksets that do not protect each other. Nothing
// else orders anything. A location is reported once.
#pragma once

#include "base/heap.h"
#include "core/detect/detector.h"
#include "core/detect/lockset_threads.h"
#include "core/event/types.h"
#include "core/lockset/access_trie.h"
#include "core/lockset/lockset.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

// A location's accesses, until it has raced.
template <class Policy>
struct LocksetCell {
  using Owner = Heap;
  using Origin = typename Policy::Origin;

  AccessTrie<Origin> accesses;
  bool raced = false;

  void copy_to(LocksetCell& empty, Heap& heap) const {
    accesses.copy_to(empty.accesses, heap);
    empty.raced = raced;
  }
  void clear(Heap& heap) {
    accesses.clear(heap);
    raced = false;
  }
  [[gnu::always_inline]] void prefetch() const { accesses.prefetch(); }
  bool same_as(const LocksetCell& other) const { return raced && other.raced; }
};

template <class Policy>
class LocksetDetector : public LocksetThreads<Policy> {
 public:
  using Origin = typename Policy::Origin;
  using Thread = typename LocksetThreads<Policy>::Thread;
  using Cell = LocksetCell<Policy>;

  LocksetDetector(Heap& heap, Report<Policy> report)
      : LocksetThreads<Policy>(heap), heap_(heap), report_(report), shadow_(heap, heap) {}

  void read(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void write(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void free(Thread& t, AddressRange range, Origin origin) { access(t, range, origin); }
  void atomic_load(Thread& t, AddressRange range, MemoryOrder, std::size_t, Origin origin) {
    access(t, range, origin);
  }
  void atomic_store(Thread& t, AddressRange range, MemoryOrder, Origin origin) {
    access(t, range, origin);
  }
  void atomic_rmw(Thread& t, AddressRange range, MemoryOrder, Origin origin) {
    access(t, range, origin);
  }
  void alloc(AddressRange range) { shadow_.clear(range); }
  void clear(AddressRange range) { shadow_.clear(range); }
  void copy(Address from, AddressRange to) { shadow_.copy(from, to); }
  [[gnu::always_inline]] void prefetch(Address address) { shadow_.prefetch(address); }
  [[gnu::always_inline]] void prefetch_behind(Address address) { shadow_.prefetch_behind(address); }

 private:
  using Past = LocksetAccess<Origin>;

  void access(Thread& t, AddressRange range, Origin origin) {
    // All accesses of a thread are at time 1: nothing is ordered, so nothing needs telling apart.
    const Past now{Epoch(t.slot, 1), origin};
    shadow_.update(range, [&](Cell& cell, ByteSet bytes) { check(t, cell, bytes, now); });
  }
  void check(Thread& t, Cell& cell, ByteSet bytes, const Past& now) {
    if (cell.raced || is_redundant(t, cell, now)) return;
    cell.accesses.for_each_unprotected(*t.locks, [&](const Past& earlier) {
      if (cell.raced || earlier.epoch.slot() == t.slot ||
          !kinds_conflict(earlier.kind(), now.kind()))
        return;
      cell.raced = true;
      say(t, bytes, earlier, now.origin);
    });
    if (cell.raced) cell.accesses.clear(heap_);
    else
      cell.accesses.insert(*t.locks, now, heap_, [&](const Past& old) {
        return old.epoch.slot() == t.slot && covers(now.kind(), old.kind());
      });
  }
  // The same thread has accessed it in a way that conflicts with at least as much, under fewer
  // locks.
  static bool is_redundant(const Thread& t, const Cell& cell, const Past& now) {
    return cell.accesses.any_under_subset(*t.locks, [&](const Past& earlier) {
      return earlier.epoch.slot() == t.slot && covers(earlier.kind(), now.kind());
    });
  }
  void say(Thread& t, ByteSet bytes, const Past& earlier, Origin origin) {
    const ThreadId other = this->thread_at(earlier.epoch.slot());
    bytes.for_each_run([&](AddressRange run) {
      report_({run, {other, earlier.origin}, {t.id, origin}});
    });
  }

  Heap& heap_;
  const Report<Policy> report_;
  Shadow<Cell, Policy> shadow_;
};

}  // namespace steward
