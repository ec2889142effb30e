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
#include "core/policy/packed_word.h"

namespace steward {

template <class Policy>
class FastTrackCell {
 public:
  using Owner = Heap;
  using Origin = typename Policy::Origin;
  using Past = Entry<Origin>;
  // Whether shadows keep it in less room where it is simple: see PackedWord.
  static constexpr bool kPacks = Policy::kWordLocks && PackableOrigin<Origin>;
  // Else only who holds the word looks at it.
  using Bits = std::conditional_t<kPacks, PlainBits, typename Policy::Bits>;
  using StoreList = Stores<typename StoreContent<Policy>::Type>;

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
    if (writes && races_with_reads(known, race)) raced = true;
    if (rest() == nullptr) return raced;
    if (races(rest()->atomic_writes, known, race)) raced = true;
    if (writes && races(rest()->atomic_reads, known, race)) raced = true;
    return raced;
  }

  // Single loads: the cell may be changing.
  [[gnu::always_inline]] bool repeats(AccessKind kind, Epoch now) const {
    const std::uint64_t reads = reads_.load();
    if (kind == AccessKind::read)
      return repeats_plainly(kind, now) || ((reads & kRest) != 0 && has_mark(reads, kind, now));
    if (kind == AccessKind::atomic_read) return (reads & kRest) != 0 && has_mark(reads, kind, now);
    return kind == AccessKind::write && write_.load() == now.bits() && (reads & kRest) == 0;
  }

  // As repeats(), but looks no further than the cell itself, where there is one history for all.
  [[gnu::always_inline]] bool repeats_plainly(AccessKind kind, Epoch now) const {
    const std::uint64_t reads = reads_.load();
    if (kind == AccessKind::read)
      return reads == now.bits() || (write_.load() == now.bits() && (reads & kRest) == 0);
    return write_.load() == now.bits() && (reads & kRest) == 0;
  }
  // f(kind, access) for what is remembered, as long as f says true; whether it always did. False,
  // too, if there is more than plain accesses.
  template <class F>
  bool for_each_simple(F f) const {
    if (rest() != nullptr && !rest()->only_reads()) return false;
    const std::uint64_t written = write_.load();
    const AccessKind kind = (written & kFreed) != 0 ? AccessKind::free : AccessKind::write;
    if (written != 0 && !f(kind, Past{Epoch::from_bits(written & ~kFreed), write_origin_}))
      return false;
    if (const Pair* const both = pair())
      return f(AccessKind::read, both->reads[0]) && f(AccessKind::read, both->reads[1]);
    if (rest() == nullptr) return read().epoch.never() || f(AccessKind::read, read());
    for (std::size_t i = 0; i < rest()->reads.size(); ++i)
      if (!f(AccessKind::read, rest()->reads[i])) return false;
    return true;
  }
  // What for_each_simple() has said of a cell, said to an empty one, makes the same of it.
  void add_simple(AccessKind kind, const Past& past, Heap& heap) {
    if (kind != AccessKind::read) {
      const bool freed = Policy::kUseAfterFree && kind == AccessKind::free;
      write_.store(past.epoch.bits() | (freed ? kFreed : 0));
      write_origin_ = past.origin;
    } else if (is_simple() && read().epoch.never()) {
      set_read(past);
    } else if (is_simple()) {
      make_pair(read(), past, heap);
    } else {
      make_rest(heap).reads.put(past);
    }
  }

  StoreList* stores() { return rest() == nullptr ? nullptr : &rest()->stores; }
  StoreList& make_stores(Heap& heap) { return make_rest(heap).stores; }

  void copy_to(FastTrackCell& empty, Heap& heap) const {
    empty = *this;
    if (is_simple()) return;
    empty.reads_.store(0);
    if (const Pair* const both = pair())
      return empty.make_pair(both->reads[0], both->reads[1], heap);
    Rest& to = empty.make_rest(heap);
    rest()->reads.copy_to(to.reads);
    rest()->atomic_writes.copy_to(to.atomic_writes);
    rest()->atomic_reads.copy_to(to.atomic_reads);
    rest()->stores.copy_to(to.stores);
  }
  void clear(Heap& heap) {
    drop_reads(heap);
    *this = FastTrackCell();
  }
  // Forgets the accesses, but not the stores that loads may still synchronize with: without those,
  // what comes after such a load would seem unordered. Whether anything is left.
  bool forget_accesses(Heap& heap) {
    write_.store(0);
    write_origin_ = Origin();
    if (rest() == nullptr || rest()->stores.pass_nothing_on()) {
      drop_reads(heap);
      set_read(Past());
      return false;
    }
    rest()->reads = EntrySet<Origin>(heap);
    rest()->forget_marks();
    rest()->atomic_writes = EntrySet<Origin>(heap);
    rest()->atomic_reads = EntrySet<Origin>(heap);
    return true;
  }
  bool same_as(const FastTrackCell& other) const {
    if (write_.load() != other.write_.load() || write_origin_ != other.write_origin_) return false;
    if (rest() != nullptr && other.rest() != nullptr)
      return rest()->only_reads() && other.rest()->only_reads() &&
             rest()->reads == other.rest()->reads;
    const Pair* const both = pair();
    const Pair* const others = other.pair();
    if (both != nullptr && others != nullptr)
      return both->reads[0] == others->reads[0] && both->reads[1] == others->reads[1];
    return is_simple() && other.is_simple() && reads_.load() == other.reads_.load() &&
           read_origin_ == other.read_origin_;
  }

 private:
  // The plain reads of two threads that are not ordered: what threads read together is much, and
  // mostly by few at a time. For the marks see mark_of().
  struct Pair {
    Past reads[2];
    Bits marks[2];
  };
  // What most locations never need. If it is there, the plain reads are in there too.
  struct Rest {
    explicit Rest(Heap& heap)
        : reads(heap), atomic_writes(heap), atomic_reads(heap), stores(heap) {}
    EntrySet<Origin> reads;
    // Who has read lately, for those who look without holding the cell: see mark_of().
    static constexpr std::size_t kMarks = 8;
    Bits marks[kMarks];
    EntrySet<Origin> atomic_writes;
    EntrySet<Origin> atomic_reads;
    StoreList stores;

    void forget_marks() {
      for (Bits& one : marks) one.store(0);
    }
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
    if (is_simple()) set_read(Past());
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
  bool races_with_reads(const VectorClock& known, F& race) const {
    if (rest() != nullptr) return races(rest()->reads, known, race);
    if (const Pair* const both = pair()) {
      const bool raced = races(both->reads[0], known, race);
      return races(both->reads[1], known, race) || raced;
    }
    return races(read(), known, race);
  }

  template <class F>
  [[gnu::always_inline]] void read(const Past& now, const VectorClock& known, AfterRace after,
                                   Heap& heap, F& race) {
    // Checked already; a write since then has raced with that. After a write in the same epoch,
    // whatever races with the read races with the write.
    if (repeats_plainly(AccessKind::read, now.epoch)) return;
    if (rest() != nullptr) return read_with_rest(now, known, after, race);
    if (Pair* const both = pair()) return read_with_pair(*both, now, known, after, heap, race);
    if (races(write(), known, race) && after == AfterRace::refuse) return;
    if (known.includes(read().epoch)) return set_read(now);
    make_pair(read(), now, heap);
  }
  template <class F>
  [[gnu::noinline]] void read_with_pair(Pair& both, const Past& now, const VectorClock& known,
                                        AfterRace after, Heap& heap, F& race) {
    const Past first = both.reads[0];
    const Past second = both.reads[1];
    if (first.epoch == now.epoch || second.epoch == now.epoch) return;
    if (races(write(), known, race) && after == AfterRace::refuse) return;
    const bool after_first = known.includes(first.epoch);
    const bool after_second = known.includes(second.epoch);
    if (after_first && after_second) {
      drop_reads(heap);
      set_read(now);
    } else if (after_first || after_second) {
      put(both, after_first ? 0 : 1, now);
    } else {
      make_rest(heap).reads.put(now);
      mark(AccessKind::read, now.epoch);
    }
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
    if (write_.load() == now.epoch.bits() && is_simple()) return;
    bool raced = races(write(), known, race);
    raced |= races_with_reads(known, race);
    if (rest() != nullptr) {
      raced |= races(rest()->atomic_writes, known, race);
      raced |= races(rest()->atomic_reads, known, race);
    }
    if (raced && after == AfterRace::refuse) {
      // Refused or not, what an atomic load reads from here on came from no atomic store.
      if (rest() != nullptr) rest()->stores = StoreList(heap);
      return;
    }
    drop_reads(heap);
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
    raced |= races_with_reads(known, race);
    if (raced && after == AfterRace::refuse) return;
    Rest& kept = make_rest(heap);
    kept.forget_marks();  // what atomic loads have read is not the newest any more
    if (!kept.atomic_writes.contains(now.epoch)) kept.atomic_writes.supersede(now, known);
  }

  Past write() const { return {Epoch::from_bits(write_.load()), write_origin_}; }
  // No plain reads but those of one epoch, and nothing else.
  bool is_simple() const { return (reads_.load() & kRest) == 0; }
  // REQUIRES: is_simple().
  Past read() const { return {Epoch::from_bits(reads_.load()), read_origin_}; }
  void set_read(const Past& past) {
    reads_.store(past.epoch.bits());
    read_origin_ = past.origin;
  }

  // NOLINTBEGIN(performance-no-int-to-ptr): see reads_
  static Rest* rest_in(std::uint64_t reads) { return reinterpret_cast<Rest*>(reads & ~kRest); }
  static Pair* pair_in(std::uint64_t reads) {
    return reinterpret_cast<Pair*>(reads & ~(kRest | kPair));
  }
  // NOLINTEND(performance-no-int-to-ptr)
  static bool is_pair(std::uint64_t reads) { return (reads & (kRest | kPair)) == (kRest | kPair); }
  Rest* rest() const {
    const std::uint64_t reads = reads_.load();
    return (reads & (kRest | kPair)) == kRest ? rest_in(reads) : nullptr;
  }
  Pair* pair() const {
    const std::uint64_t reads = reads_.load();
    return is_pair(reads) ? pair_in(reads) : nullptr;
  }

  // A mark says that an epoch has read this very cell, in a plain way or atomically. Whoever looks
  // for its own may find the rest gone meanwhile, and in its place that of another cell: whose
  // marks are different. Only the thread itself makes its marks, and a new rest has none, so a mark
  // that is there was made after the rest was. And so it is with a pair. A cell that has moved has
  // lost its marks.
  [[gnu::always_inline]] std::uint64_t seed(AccessKind kind) const {
    return mix_bits(reinterpret_cast<std::uint64_t>(this) +
                    (kind == AccessKind::atomic_read ? 1 : 0));
  }
  [[gnu::always_inline]] std::uint64_t mark_of(AccessKind kind, Epoch epoch) const {
    return epoch.bits() ^ seed(kind);
  }
  static std::size_t place_of(Epoch epoch) { return epoch.slot().value() % Rest::kMarks; }
  [[gnu::always_inline]] bool has_mark(std::uint64_t reads, AccessKind kind, Epoch epoch) const {
    const std::uint64_t wanted = mark_of(kind, epoch);
    if (is_pair(reads))
      return pair_in(reads)->marks[0].load() == wanted || pair_in(reads)->marks[1].load() == wanted;
    return rest_in(reads)->marks[place_of(epoch)].load() == wanted;
  }
  void mark(AccessKind kind, Epoch epoch) {
    rest()->marks[place_of(epoch)].store(mark_of(kind, epoch));
  }

  void put(Pair& both, std::size_t which, const Past& past) {
    both.reads[which] = past;
    both.marks[which].store(mark_of(AccessKind::read, past.epoch));
  }
  void make_pair(const Past& first, const Past& second, Heap& heap) {
    Pair* made = heap.create<Pair>();
    put(*made, 0, first);
    put(*made, 1, second);
    reads_.publish(reinterpret_cast<std::uint64_t>(made) | kRest | kPair);
  }
  Rest& make_rest(Heap& heap) {
    if (rest() != nullptr) return *rest();
    Rest* made = heap.create<Rest>(heap);
    Pair* const both = pair();
    if (both != nullptr) {
      for (const Past& past : both->reads) made->reads.put(past);
    } else if (!read().epoch.never()) {
      made->reads.put(read());
    }
    reads_.publish(reinterpret_cast<std::uint64_t>(made) | kRest);
    if (both != nullptr) heap.destroy(both);
    return *made;
  }
  void drop_reads(Heap& heap) {
    if (is_simple()) return;
    if (Pair* const both = pair()) heap.destroy(both);
    else heap.destroy(rest());
    reads_.store(0);
  }

  // No epoch has this bit, and no address.
  static constexpr std::uint64_t kRest = Epoch::kNeverSet;
  static constexpr std::uint64_t kPair = 1;  // with kRest: what is there is a pair
  static constexpr std::uint64_t kFreed = Epoch::kNeverSet;

  Bits write_;  // the epoch's bits, and kFreed
  Bits reads_;  // the epoch's bits of the plain reads, or where a pair or the rest is
  Origin write_origin_ = {};
  Origin read_origin_ = {};  // means nothing if there is a rest
};

template <class Policy>
using FastTrack = VectorClockDetector<Policy, FastTrackCell>;

}  // namespace steward
