// fasttrack: epochs instead of vector clocks wherever one suffices (Flanagan, Freund 2009).
//
// The last plain write is one epoch, since race-free writes are totally ordered. The plain reads
// are one epoch as long as they are ordered one after the other, and a set once two are not. Atomic
// accesses live in the rarely needed rest.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
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
  [[gnu::always_inline]] void access(AccessKind kind, const Past& now, const VectorClock& known,
                                     AfterRace after, Heap& heap, F race) {
    if (is_freed()) [[unlikely]]
      use_freed(kind, known, race);
    switch (kind) {
      case AccessKind::read: return read(now, known, after, heap, race);
      case AccessKind::write: return write(now, known, after, heap, race);
      case AccessKind::free: write(now, known, after, heap, race); return mark_freed(now);
      case AccessKind::atomic_read: return atomic_read(now, known, after, heap, race);
      case AccessKind::atomic_write: return atomic_write(now, known, after, heap, race);
    }
  }

  // The races that a plain read or write would tell, were it made; whether there are any.
  template <class F>
  bool would_race(AccessKind kind, const VectorClock& known, F race) const {
    const Past last_write{Epoch::from_bits(write_.load() & ~kFreed), write_origin_};
    const bool writes = kind == AccessKind::write;
    bool raced = races(last_write, known, race);
    if (rest() == nullptr) return (writes && races(read(), known, race)) || raced;
    raced |= races(rest()->atomic_writes, known, race);
    if (!writes) return raced;
    raced |= races(rest()->reads, known, race);
    raced |= races(rest()->atomic_reads, known, race);
    return raced;
  }

  // Single loads: the cell may be changing.
  [[gnu::always_inline]] bool repeats(AccessKind kind, Epoch now) const {
    const std::uint64_t reads = reads_.load();
    if (kind == AccessKind::read)
      return reads == now.bits() || ((reads & kRest) != 0 && has_mark(rest_in(reads), kind, now));
    if (kind == AccessKind::atomic_read)
      return (reads & kRest) != 0 && has_mark(rest_in(reads), kind, now);
    return kind == AccessKind::write && write_.load() == now.bits() && (reads & kRest) == 0;
  }

  StoreList* stores() { return rest() == nullptr ? nullptr : &rest()->stores; }
  StoreList& make_stores(Heap& heap) { return make_rest(heap).stores; }

  void copy_to(FastTrackCell& empty, Heap& heap) const {
    empty = *this;
    if (rest() == nullptr) return;
    empty.reads_.store(0);
    Rest& to = empty.make_rest(heap);
    rest()->reads.copy_to(to.reads);
    rest()->atomic_writes.copy_to(to.atomic_writes);
    rest()->atomic_reads.copy_to(to.atomic_reads);
    rest()->stores.copy_to(to.stores);
  }
  void clear(Heap& heap) {
    drop_rest(heap);
    *this = FastTrackCell();
  }
  // Forgets the accesses, but not the stores that loads may still synchronize with: without those,
  // what comes after such a load would seem unordered. Whether anything is left.
  bool forget_accesses(Heap& heap) {
    write_.store(0);
    write_origin_ = Origin();
    if (rest() == nullptr || rest()->stores.pass_nothing_on()) {
      drop_rest(heap);
      set_read(Past());
      return false;
    }
    rest()->reads = EntrySet<Origin>(heap);
    for (typename Policy::Bits& one : rest()->marks) one.store(0);
    rest()->atomic_writes = EntrySet<Origin>(heap);
    rest()->atomic_reads = EntrySet<Origin>(heap);
    return true;
  }
  bool same_as(const FastTrackCell& other) const {
    if (write_.load() != other.write_.load() || write_origin_ != other.write_origin_) return false;
    if (rest() != nullptr && other.rest() != nullptr)
      return rest()->only_reads() && other.rest()->only_reads() &&
             rest()->reads == other.rest()->reads;
    return rest() == nullptr && other.rest() == nullptr && reads_.load() == other.reads_.load() &&
           read_origin_ == other.read_origin_;
  }

 private:
  // What most locations never need. If it is there, the plain reads are in there too.
  struct Rest {
    explicit Rest(Heap& heap)
        : reads(heap), atomic_writes(heap), atomic_reads(heap), stores(heap) {}
    EntrySet<Origin> reads;
    // Who has read lately, for those who look without holding the cell: see mark_of().
    static constexpr std::size_t kMarks = 8;
    typename Policy::Bits marks[kMarks];
    EntrySet<Origin> atomic_writes;
    EntrySet<Origin> atomic_reads;
    StoreList stores;

    bool only_reads() const {
      return atomic_writes.empty() && atomic_reads.empty() && stores.size() == 0;
    }
  };

  // Freed memory, where the policy wants to know who uses it: also the thread that freed it, in the
  // same epoch. Told once, at the first use. Another free is none: whoever hands out memory knows.
  bool is_freed() const { return Policy::kUseAfterFree && (write_.load() & kFreed) != 0; }
  template <class F>
  [[gnu::noinline, gnu::cold]] void use_freed(AccessKind kind, const VectorClock& known, F& race) {
    write_.store(write_.load() & ~kFreed);
    if (kind != AccessKind::free && known.includes(write().epoch)) race(write());
  }
  void mark_freed(const Past& now) {
    if (!Policy::kUseAfterFree || write_.load() != now.epoch.bits()) return;
    write_.store(now.epoch.bits() | kFreed);
    write_origin_ = now.origin;
    // A read that was told in this epoch is to be told again: it was of memory that was there.
    if (rest() == nullptr) set_read(Past());
  }

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
  [[gnu::always_inline]] void read(const Past& now, const VectorClock& known, AfterRace after,
                                   Heap& heap, F& race) {
    if (reads_.load() == now.epoch.bits())
      return;  // checked already; a write since then has raced with that
    if (rest() != nullptr) return read_with_rest(now, known, after, race);
    if (races(write(), known, race) && after == AfterRace::refuse) return;
    if (known.includes(read().epoch)) return set_read(now);
    make_rest(heap).reads.put(now);
    mark(AccessKind::read, now.epoch);
  }
  template <class F>
  [[gnu::noinline]] void read_with_rest(const Past& now, const VectorClock& known, AfterRace after,
                                        F& race) {
    if (rest()->reads.contains(now.epoch)) return mark(AccessKind::read, now.epoch);
    bool raced = races(write(), known, race);
    raced |= races(rest()->atomic_writes, known, race);
    if (raced && after == AfterRace::refuse) return;
    rest()->reads.supersede(now, known);
    mark(AccessKind::read, now.epoch);
  }

  template <class F>
  [[gnu::always_inline]] void write(const Past& now, const VectorClock& known, AfterRace after,
                                    Heap& heap, F& race) {
    // The same epoch has written before, and nobody else could access without a race since then.
    if (write_.load() == now.epoch.bits() && rest() == nullptr) return;
    bool raced = races(write(), known, race);
    if (rest() == nullptr) {
      raced |= races(read(), known, race);
    } else {
      raced |= races(rest()->reads, known, race);
      raced |= races(rest()->atomic_writes, known, race);
      raced |= races(rest()->atomic_reads, known, race);
    }
    if (raced && after == AfterRace::refuse) {
      // Refused or not, what an atomic load reads from here on came from no atomic store.
      if (rest() != nullptr) rest()->stores = StoreList(heap);
      return;
    }
    drop_rest(heap);
    write_.store(now.epoch.bits());
    write_origin_ = now.origin;
    set_read(Past());
  }

  template <class F>
  void atomic_read(const Past& now, const VectorClock& known, AfterRace after, Heap& heap,
                   F& race) {
    const bool raced = races(write(), known, race);
    if (raced && after == AfterRace::refuse) return;
    Rest& kept = make_rest(heap);
    if (!kept.atomic_reads.contains(now.epoch)) kept.atomic_reads.supersede(now, known);
    mark(AccessKind::atomic_read, now.epoch);
  }

  template <class F>
  void atomic_write(const Past& now, const VectorClock& known, AfterRace after, Heap& heap,
                    F& race) {
    bool raced = races(write(), known, race);
    raced |= rest() == nullptr ? races(read(), known, race) : races(rest()->reads, known, race);
    if (raced && after == AfterRace::refuse) return;
    Rest& kept = make_rest(heap);
    if (!kept.atomic_writes.contains(now.epoch)) kept.atomic_writes.supersede(now, known);
  }

  Past write() const { return {Epoch::from_bits(write_.load()), write_origin_}; }
  // REQUIRES: no rest.
  Past read() const { return {Epoch::from_bits(reads_.load()), read_origin_}; }
  void set_read(const Past& past) {
    reads_.store(past.epoch.bits());
    read_origin_ = past.origin;
  }

  // NOLINTNEXTLINE(performance-no-int-to-ptr): see reads_
  static Rest* rest_in(std::uint64_t reads) { return reinterpret_cast<Rest*>(reads & ~kRest); }
  Rest* rest() const {
    const std::uint64_t reads = reads_.load();
    return (reads & kRest) != 0 ? rest_in(reads) : nullptr;
  }

  // A mark says that an epoch has read this very cell, in a plain way or atomically. Whoever looks
  // for its own may find the rest gone meanwhile, and in its place that of another cell: whose
  // marks are different. Only the thread itself makes its marks, and a new rest has none, so a mark
  // that is there was made after the rest was.
  std::uint64_t mark_of(AccessKind kind, Epoch epoch) const {
    return epoch.bits() ^ mix_bits(reinterpret_cast<std::uint64_t>(this) +
                                   (kind == AccessKind::atomic_read ? 1 : 0));
  }
  static std::size_t place_of(Epoch epoch) { return epoch.slot().value() % Rest::kMarks; }
  bool has_mark(const Rest* rest, AccessKind kind, Epoch epoch) const {
    return rest->marks[place_of(epoch)].load() == mark_of(kind, epoch);
  }
  void mark(AccessKind kind, Epoch epoch) {
    rest()->marks[place_of(epoch)].store(mark_of(kind, epoch));
  }
  Rest& make_rest(Heap& heap) {
    if (rest() != nullptr) return *rest();
    Rest* made = heap.create<Rest>(heap);
    if (!read().epoch.never()) made->reads.put(read());
    reads_.publish(reinterpret_cast<std::uint64_t>(made) | kRest);
    return *made;
  }
  void drop_rest(Heap& heap) {
    if (rest() == nullptr) return;
    heap.destroy(rest());
    reads_.store(0);
  }

  // No epoch has this bit, and no address.
  static constexpr std::uint64_t kRest = Epoch::kNeverSet;
  static constexpr std::uint64_t kFreed = Epoch::kNeverSet;

  typename Policy::Bits write_;  // the epoch's bits, and kFreed
  typename Policy::Bits reads_;  // the epoch's bits of the plain reads, or where the rest is
  Origin write_origin_ = {};
  Origin read_origin_ = {};  // means nothing if there is a rest
};

template <class Policy>
using FastTrack = VectorClockDetector<Policy, FastTrackCell>;

}  // namespace steward
