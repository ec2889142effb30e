// fasttrack: epochs instead of vector clocks wherever one suffices (Flanagan, Freund 2009).
//
// The last plain write is one epoch, since race-free writes are totally ordered. The plain reads
// are one epoch as long as they are ordered one after the other, and a set once two are not. Atomic
// accesses live in the rarely needed rest.
#pragma once

#include <bit>
#include <cstdint>

#include "core/detect/vector_clock_detector.h"

namespace steward {

template <class Policy>
class FastTrackCell {
 public:
  using Owner = Heap;
  using Origin = typename Policy::Origin;
  using Past = Entry<Origin>;
  using StoreList = Stores<SharedClock<Policy>>;

  template <class F>
  void access(AccessKind kind, const Past& now, const VectorClock& known, AfterRace after,
              Heap& heap, F race) {
    switch (kind) {
      case AccessKind::read: return read(now, known, after, heap, race);
      case AccessKind::write:
      case AccessKind::free: return write(now, known, after, heap, race);
      case AccessKind::atomic_read: return atomic_read(now, known, after, heap, race);
      case AccessKind::atomic_write: return atomic_write(now, known, after, heap, race);
    }
  }

  // Single loads: the cell may be changing.
  bool repeats(AccessKind kind, Epoch now) const {
    const auto is_now = [&](const Past& past) {
      return std::bit_cast<Epoch>(__atomic_load_n(
                 reinterpret_cast<const std::uint64_t*>(&past.epoch), __ATOMIC_RELAXED)) == now;
    };
    if (kind == AccessKind::read) return is_now(read_);
    return kind == AccessKind::write && is_now(write_) &&
           __atomic_load_n(&rest_, __ATOMIC_RELAXED) == nullptr;
  }

  StoreList* stores() { return rest_ == nullptr ? nullptr : &rest_->stores; }
  StoreList& make_stores(Heap& heap) { return rest(heap).stores; }

  void copy_to(FastTrackCell& empty, Heap& heap) const {
    empty.write_ = write_;
    empty.read_ = read_;
    if (rest_ == nullptr) return;
    Rest& to = empty.rest(heap);
    rest_->reads.copy_to(to.reads);
    rest_->atomic_writes.copy_to(to.atomic_writes);
    rest_->atomic_reads.copy_to(to.atomic_reads);
    rest_->stores.copy_to(to.stores);
  }
  void clear(Heap& heap) {
    write_ = read_ = Past();
    drop_rest(heap);
  }
  bool same_as(const FastTrackCell& other) const {
    return rest_ == nullptr && other.rest_ == nullptr && write_ == other.write_ &&
           read_ == other.read_;
  }

 private:
  // What most locations never need.
  struct Rest {
    explicit Rest(Heap& heap)
        : reads(heap), atomic_writes(heap), atomic_reads(heap), stores(heap) {}
    EntrySet<Origin> reads;  // if not empty, these are the plain reads and read_ is never
    EntrySet<Origin> atomic_writes;
    EntrySet<Origin> atomic_reads;
    StoreList stores;
  };

  // Tells the races with one set of earlier accesses, and whether there was one.
  template <class F>
  static bool races(const Past& earlier, const VectorClock& known, F& race) {
    if (known.includes(earlier.epoch)) [[likely]]
      return false;
    race(earlier);
    return true;
  }
  template <class F>
  static bool races(const EntrySet<Origin>& earlier, const VectorClock& known, F& race) {
    bool raced = false;
    earlier.for_each_unordered(known, [&](const Past& entry) {
      raced = true;
      race(entry);
    });
    return raced;
  }

  template <class F>
  void read(const Past& now, const VectorClock& known, AfterRace after, Heap& heap, F& race) {
    if (read_.epoch == now.epoch)
      return;  // checked already; a write since then has raced with that
    bool raced = races(write_, known, race);
    if (rest_ != nullptr) raced |= races(rest_->atomic_writes, known, race);
    if (raced && after == AfterRace::refuse) return;
    if (rest_ != nullptr && !rest_->reads.empty()) return rest_->reads.supersede(now, known);
    if (known.includes(read_.epoch)) {
      read_ = now;
      return;
    }
    rest(heap).reads.put(read_);
    rest_->reads.put(now);
    read_ = Past();
  }

  template <class F>
  void write(const Past& now, const VectorClock& known, AfterRace after, Heap& heap, F& race) {
    // The same epoch has written before, and nobody else could access without a race since then.
    if (write_.epoch == now.epoch && rest_ == nullptr) return;
    bool raced = races(write_, known, race);
    raced |= races(read_, known, race);
    if (rest_ != nullptr) {
      raced |= races(rest_->reads, known, race);
      raced |= races(rest_->atomic_writes, known, race);
      raced |= races(rest_->atomic_reads, known, race);
    }
    if (raced && after == AfterRace::refuse) {
      // Refused or not, what an atomic load reads from here on came from no atomic store.
      if (rest_ != nullptr) rest_->stores = StoreList(heap);
      return;
    }
    write_ = now;
    read_ = Past();
    drop_rest(heap);
  }

  template <class F>
  void atomic_read(const Past& now, const VectorClock& known, AfterRace after, Heap& heap,
                   F& race) {
    const bool raced = races(write_, known, race);
    if (raced && after == AfterRace::refuse) return;
    Rest& kept = rest(heap);
    if (!kept.atomic_reads.contains(now.epoch)) kept.atomic_reads.supersede(now, known);
  }

  template <class F>
  void atomic_write(const Past& now, const VectorClock& known, AfterRace after, Heap& heap,
                    F& race) {
    bool raced = races(write_, known, race);
    raced |= races(read_, known, race);
    if (rest_ != nullptr) raced |= races(rest_->reads, known, race);
    if (raced && after == AfterRace::refuse) return;
    Rest& kept = rest(heap);
    if (!kept.atomic_writes.contains(now.epoch)) kept.atomic_writes.supersede(now, known);
  }

  Rest& rest(Heap& heap) {
    if (rest_ == nullptr) rest_ = heap.create<Rest>(heap);
    return *rest_;
  }
  void drop_rest(Heap& heap) {
    if (rest_ != nullptr) heap.destroy(rest_);
    rest_ = nullptr;
  }

  Past write_;
  Past read_;
  Rest* rest_ = nullptr;
};

template <class Policy>
using FastTrack = VectorClockDetector<Policy, FastTrackCell>;

}  // namespace steward
