// The histories of the 8 bytes of a word in 32 bytes, where they are simple: up to three accesses,
// each with the bytes that it speaks for. All others are a Word somewhere else.
//
// So threads that read what they share, and variables that share a word, need nothing but the word
// itself; and whether an epoch has done an access already shows in one of its entries.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/heap.h"
#include "core/clock/packed_entry.h"
#include "core/clock/vector_clock.h"
#include "core/policy/byte_set.h"
#include "core/policy/word.h"

namespace steward {

// What is done to a word, for those who look at it without holding it: which accesses they may take
// for made already.
struct Touch {
  enum class What : std::uint8_t {
    change,  // no more those that were
    look,    // those that were
    access,  // also this one
  };
  What what = What::change;
  AccessKind kind = AccessKind::write;
  std::uint64_t epoch = 0;  // its bits, as in an entry
  bool acquires = false;    // of an atomic load: what the latest store passes on

  // Becomes this one and then that.
  void add(const Touch& next) {
    if (next.what == What::look) return;
    if (what == What::look) *this = next;
    else what = What::change;
  }
};

// Zero bits are a word without history. `Cell` is one as VectorClockDetector describes it, and can
// be taken apart and put together again: see FastTrackCell::for_each_simple(). `Bits` is the
// policy's.
template <class Cell, class Bits>
class alignas(32) PackedWord {
  using Origin = typename Cell::Origin;
  using Past = typename Cell::Past;
  using Full = Pieces<Cell, PlainBits>;

 public:
  using Room = typename Full::Room;

  bool empty() const {
    return !is_full(tail_.load()) &&
           (entries_[0].load() | entries_[1].load() | entries_[2].load()) == 0;
  }
  // Of a word that is not held: at some moment.
  bool looks_empty() const { return (tail_.load() & ~kLocked) == 0 && empty(); }

  // Whether the epoch with these bits has done this to all of `mask`. The word need not be held: an
  // entry of an epoch is made only by its thread, which has compared the access then.
  [[gnu::always_inline]] bool repeats(std::uint64_t epoch, AccessKind kind,
                                      std::uint8_t mask) const {
    // A read also repeats a write: whatever races with the read races with that.
    const std::uint64_t ignored =
        packed::kOrigin | (packed::kBytes & ~packed::bytes(mask)) |
        (kind == AccessKind::read ? packed::bits_of(packed::Kind::write) : 0);
    return has(epoch | packed::bits_of(packed::kind_of(kind)) | packed::bytes(mask), ignored);
  }
  // The same of an atomic load that reads the latest store, and perhaps acquires what that passes
  // on.
  [[gnu::always_inline]] bool repeats_load(std::uint64_t epoch, bool acquires,
                                           std::uint8_t mask) const {
    const std::uint64_t ignored =
        (acquires ? packed::kOrigin & ~packed::kAcquired : packed::kOrigin) |
        (packed::kBytes & ~packed::bytes(mask));
    return has(epoch | packed::bits_of(packed::kind_of(AccessKind::atomic_read)) |
                   packed::bytes(mask) | packed::kAcquired,
               ignored);
  }

  // The access, if all it touches is simple and ordered before it, and so is what is left. False:
  // it is not, and nothing has happened. on_first() is called if the word was empty. REQUIRES: the
  // epoch has bits.
  template <class F>
  [[gnu::always_inline]] bool access(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                     std::uint32_t origin, const VectorClock& known, F&& on_first) {
    const std::uint64_t tail = tail_.load();
    if ((tail & (kLocked | kFull)) != 0 || !tail_.exchange_if(tail, tail | kLocked)) return false;
    std::uint64_t after = tail;
    const bool done = access_held(kind, epoch, mask, origin, known, after, on_first);
    tail_.store_release(after);
    return done;
  }
  // The same without a lock. REQUIRES: nobody else changes the word, but may have locked it before.
  template <class F>
  [[gnu::always_inline]] bool access_alone(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                           std::uint32_t origin, const VectorClock& known,
                                           F&& on_first) {
    const std::uint64_t tail = tail_.load_acquire();
    if ((tail & (kLocked | kFull)) != 0) [[unlikely]]
      return false;
    std::uint64_t after = tail;
    const bool done = access_held(kind, epoch, mask, origin, known, after, on_first);
    if (after != tail) tail_.store(after);
    return done;
  }
  // Whether access_alone() would be done: tried with an equal word.
  bool takes_alone(AccessKind kind, std::uint64_t epoch, std::uint8_t mask, std::uint32_t origin,
                   const VectorClock& known) const {
    std::uint64_t tail = tail_.load_acquire();
    if ((tail & (kLocked | kFull)) != 0) return false;
    PackedWord equal;
    equal.store_all(load_entries(), tail);
    const auto on_first = [] {};
    return equal.access_held(kind, epoch, mask, origin, known, tail, on_first);
  }
  // Both in fewer steps, for most of those that can be made. False: for other ones, perhaps.
  // is_used(): whether a word without history may get one. REQUIRES: the epoch has not done it to
  // all of `mask`.
  template <class F>
  [[gnu::always_inline]] bool renew_locked(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                           std::uint32_t origin, const VectorClock::Reader& clock,
                                           F&& is_used) {
    const std::uint64_t tail = tail_.load();
    if ((tail & (kLocked | kFull)) != 0 || !tail_.exchange_if(tail, tail | kLocked)) return false;
    std::uint64_t after = tail;
    const bool done = renew(kind, epoch, mask, origin, clock, after, is_used);
    tail_.store_release(after);
    return done;
  }
  template <class F>
  [[gnu::always_inline]] bool renew_alone(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                          std::uint32_t origin, const VectorClock::Reader& clock,
                                          F&& is_used) {
    const std::uint64_t tail = tail_.load_acquire();
    if ((tail & (kLocked | kFull)) != 0) [[unlikely]]
      return false;
    std::uint64_t after = tail;
    if (!renew(kind, epoch, mask, origin, clock, after, is_used)) return false;
    tail_.store(after);
    return true;
  }
  // The next two do the whole word, for whoever keeps all others from it. False, and nothing has
  // happened: it was locked before.
  [[gnu::always_inline]] bool clear_alone(Room room) {
    const std::uint64_t tail = tail_.load();
    if ((tail & (kLocked | kFull)) != 0) [[unlikely]]
      return clear_anyhow(room);
    store_all({}, 0);
    return true;
  }
  [[gnu::always_inline]] bool copy_alone(const PackedWord& from, Room room) {
    const std::uint64_t tail = from.tail_.load();
    if (((tail | tail_.load()) & (kLocked | kFull)) != 0) [[unlikely]]
      return copy_anyhow(from, room);
    store_all(from.load_entries(), tail);
    return true;
  }
  // Of such a word: nothing is known of it at all.
  [[gnu::always_inline]] bool is_zero() const {
    return (tail_.load() | entries_[0].load() | entries_[1].load() | entries_[2].load()) == 0;
  }
  bool try_lock() {
    const std::uint64_t seen = tail_.load();
    return (seen & kLocked) == 0 && tail_.exchange_if(seen, seen | kLocked);
  }

  // For everything below: REQUIRES that the word is held.

  // Whether the access surely races with nothing, because all it touches is simple.
  [[gnu::always_inline]] bool takes(AccessKind kind, std::uint8_t mask,
                                    const VectorClock::Reader& clock) const {
    if (is_full(tail_.load())) return false;
    const std::uint64_t bytes = packed::bytes(mask);
    const auto takes = [&](std::uint64_t entry) __attribute__((always_inline)) {
      return (entry & bytes) == 0 || comes_before(entry, kind, clock);
    };
    const Entries entries = load_entries();
    return takes(entries.first) && takes(entries.second) && takes(entries.third);
  }
  // As access().
  template <class F>
  [[gnu::always_inline]] bool access_locked(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                            std::uint32_t origin, const VectorClock& known,
                                            F&& on_first) {
    std::uint64_t tail = tail_.load();
    if (is_full(tail)) return false;
    const bool done = access_held(kind, epoch, mask, origin, known, tail, on_first);
    tail_.store(tail);
    return done;
  }
  // f(Cell&, mask) for each set of bytes in `mask` that share a history; bytes without one get an
  // empty cell.
  template <class F>
  [[gnu::noinline]] void update(std::uint8_t mask, Room room, F&& f, Touch touch = {}) {
    Full* const there = full();
    if (there == nullptr) {
      Full made;
      unpack(made, room);
      made.update(mask, room, f);
      if (pack(made, room)) return;
      put_elsewhere(made, room);
    } else {
      there->update(mask, room, f);
      if (pack(*there, room)) return destroy(there, room);
    }
    note(mask, touch);
  }
  // The same in several steps, which are worked on elsewhere: opened().update(), as often as
  // wanted.
  void open(Room room) {
    if (full() != nullptr) return;
    Full made;
    unpack(made, room);
    put_elsewhere(made, room);
  }
  // REQUIRES: it was opened, and not closed since then.
  Full& opened() { return *full(); }
  // `touch`: what all steps together are.
  void close(std::uint8_t mask, Room room, const Touch& touch) {
    Full* const there = full();
    if (pack(*there, room)) destroy(there, room);
    else note(mask, touch);
  }
  // f(const Cell&, mask) for what has a history in `mask`.
  template <class F>
  void visit(std::uint8_t mask, Room room, F&& f) const {
    if (const Full* const there = full()) return there->visit(mask, f);
    Full made;
    unpack(made, room);
    made.visit(mask, f);
    made.clear(kWholeWord, room);
  }
  void clear(std::uint8_t mask, Room room) {
    drop_entries(mask);
    Full* const there = full();
    if (there == nullptr) return;
    there->clear(mask, room);
    if (pack(*there, room)) destroy(there, room);
  }
  // Forgets what can be missed without harm: see Cell::forget_accesses. Whether nothing is left.
  bool forget_accesses(Room room) {
    drop_entries(kWholeWord);
    Full* const there = full();
    if (there == nullptr) return true;
    if (!there->forget_accesses(room)) return false;
    destroy(there, room);
    return true;
  }

  void lock() {
    for (unsigned tries = 0;; ++tries) {
      if (try_lock()) return;
      Bits::pause(tries);
    }
  }
  void unlock() { tail_.store_release(tail_.load() & ~kLocked); }

 private:
  // Whether an entry is like that one, but for bits that are ignored.
  [[gnu::always_inline]] bool has(std::uint64_t entry, std::uint64_t ignored) const {
    const std::uint64_t wanted = entry | ignored;
    return (entries_[0].load() | ignored) == wanted || (entries_[1].load() | ignored) == wanted ||
           (entries_[2].load() | ignored) == wanted;
  }

  static constexpr std::size_t kEntries = 3;
  static constexpr std::uint64_t kLocked = 1;
  static constexpr std::uint64_t kFull = 2;  // the rest of the tail is where the Word is

  // The rest of an origin, behind its lowest bits.
  static constexpr int kHighBits = 20;
  static constexpr std::uint64_t kHigh = (std::uint64_t{1} << kHighBits) - 1;
  static constexpr int high_shift(std::size_t i) { return 4 + kHighBits * static_cast<int>(i); }
  static constexpr std::uint32_t kOrigins = 1u << (kHighBits + packed::kOriginBits);

  static bool is_full(std::uint64_t tail) { return (tail & kFull) != 0; }
  Full* full() const {
    const std::uint64_t tail = tail_.load();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): what the bits are for
    return is_full(tail) ? reinterpret_cast<Full*>(tail & ~(kLocked | kFull)) : nullptr;
  }

  // All entries at once, as they are worked on. The compiler is to know which is which: each step
  // is written out for all of them.
  struct Entries {
    std::uint64_t first, second, third;
    [[gnu::always_inline]] bool none() const { return (first | second | third) == 0; }
  };
  [[gnu::always_inline]] Entries load_entries() const {
    return {entries_[0].load(), entries_[1].load(), entries_[2].load()};
  }
  [[gnu::always_inline]] void store_entries(const Entries& entries) {
    entries_[0].store(entries.first);
    entries_[1].store(entries.second);
    entries_[2].store(entries.third);
  }
  [[gnu::always_inline]] void store_all(const Entries& entries, std::uint64_t tail) {
    store_entries(entries);
    tail_.store(tail);
  }
  [[gnu::noinline]] bool clear_anyhow(Room room) {
    if (is_locked()) return false;
    clear(kWholeWord, room);
    tail_.store(0);
    return true;
  }
  // What is elsewhere has an equal elsewhere. Marks are not copied: who made them looks here.
  [[gnu::noinline]] bool copy_anyhow(const PackedWord& from, Room room) {
    if (from.is_locked() || !clear_anyhow(room)) return false;
    if (const Full* const there = from.full()) {
      Full made;
      there->visit(kWholeWord, [&](const Cell& cell, std::uint8_t mask) {
        cell.copy_to(made.add(mask, room), room.owner);
      });
      put_elsewhere(made, room);
      unlock();
    } else {
      store_all(from.load_entries(), from.tail_.load());
    }
    return true;
  }
  bool is_locked() const { return (tail_.load() & kLocked) != 0; }
  [[gnu::always_inline]] void store_changes(const Entries& before, const Entries& after) {
    if (before.first != after.first) entries_[0].store(after.first);
    if (before.second != after.second) entries_[1].store(after.second);
    if (before.third != after.third) entries_[2].store(after.third);
  }

  template <class F>
  [[gnu::always_inline]] bool access_held(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                          std::uint32_t origin, const VectorClock& known,
                                          std::uint64_t& tail, F& on_first) {
    const Entries before = load_entries();
    if (before.none()) [[unlikely]]
      on_first();
    // What this epoch has done already stays as it is: by the first access that did it.
    std::uint64_t missing = packed::bytes(mask);
    const auto done = [&](std::uint64_t entry) __attribute__((always_inline)) {
      if (packed::is_of(entry, epoch) && repeated_by(kind, packed::kind_of(entry)))
        missing &= ~entry;
    };
    done(before.first);
    done(before.second);
    done(before.third);
    if (missing == 0) [[unlikely]]
      return true;
    const VectorClock::Reader clock(known);
    const auto hinders = [&](std::uint64_t entry) __attribute__((always_inline)) {
      return (entry & missing) != 0 && !comes_before(entry, kind, clock);
    };
    if (hinders(before.first)) return false;
    if (hinders(before.second)) return false;
    if (hinders(before.third)) return false;
    const auto left = [&](std::uint64_t entry) __attribute__((always_inline)) {
      return (entry & missing) == 0 || !gives_way(entry, kind, clock)
                 ? entry
                 : packed::without(entry, missing);
    };
    Entries after{left(before.first), left(before.second), left(before.third)};
    if (!put(after, tail, epoch | missing | packed::bits_of(packed::kind_of(kind)), origin))
        [[unlikely]]
      return false;
    store_changes(before, after);
    return true;
  }
  // As access_held(), but for what seldom happens: false then as well. `tail` is what it becomes.
  template <class F>
  [[gnu::always_inline]] bool renew(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                    std::uint32_t origin, const VectorClock::Reader& clock,
                                    std::uint64_t& tail, F& is_used) {
    Entries now = load_entries();
    if (origin >= kOrigins || (now.none() && !is_used())) [[unlikely]]
      return false;
    const std::uint64_t bytes = packed::bytes(mask);
    const std::uint64_t entry =
        epoch | bytes | packed::bits_of(packed::kind_of(kind)) | (origin & packed::kOrigin);
    // What the same epoch has done in part stays as it is, and is not for here.
    const auto is_done_in_part = [&](std::uint64_t there) __attribute__((always_inline)) {
      return (there & bytes) != bytes && packed::is_of(there, epoch) &&
             repeated_by(kind, packed::kind_of(there));
    };
    if (kind != AccessKind::read && mask == kWholeWord) {
      // Nothing stays.
      const auto is_past = [&](std::uint64_t there) __attribute__((always_inline)) {
        return !packed::is_free(there) && clock.finds(there) && !is_done_in_part(there);
      };
      if (!is_past(now.first)) return false;
      if ((now.second | now.third) != 0 && (!is_past(now.second) || !is_past(now.third)))
        return false;
      tail = std::uint64_t{origin >> packed::kOriginBits} << high_shift(0);
      store_entries({entry, 0, 0});
      return true;
    }
    const auto is_past = [&](std::uint64_t & there) __attribute__((always_inline)) {
      if ((there & bytes) == 0) return true;
      if (packed::is_free(there) || is_done_in_part(there)) return false;
      const bool reads = kind == AccessKind::read && packed::kind_of(there) == packed::Kind::read;
      if (!clock.finds(there)) return reads;
      if (kind != AccessKind::read || reads) there = packed::without(there, bytes);
      return true;
    };
    if (!is_past(now.first) || !is_past(now.second) || !is_past(now.third) ||
        !put(now, tail, entry, origin))
      return false;
    store_entries(now);
    return true;
  }
  // Whether an access of this kind repeats an earlier one of its epoch. What races with a read
  // races with a write, too.
  [[gnu::always_inline]] static bool repeated_by(AccessKind kind, packed::Kind earlier) {
    return (kind != AccessKind::free && earlier == packed::Kind::write) ||
           (kind == AccessKind::read && earlier == packed::Kind::read);
  }
  // Of an entry for some of the bytes that are accessed: whether the access can simply come after
  // it, and whether it is then forgotten.
  [[gnu::always_inline]] static bool comes_before(std::uint64_t entry, AccessKind kind,
                                                  const VectorClock::Reader& known) {
    const packed::Kind earlier = packed::kind_of(entry);
    if (kind == AccessKind::read && earlier == packed::Kind::read) return true;
    if (kind != AccessKind::free && earlier == packed::Kind::free) return false;
    return known.includes(entry);
  }
  [[gnu::always_inline]] static bool gives_way(std::uint64_t entry, AccessKind kind,
                                               const VectorClock::Reader& known) {
    if (kind != AccessKind::read) return true;
    return packed::kind_of(entry) == packed::Kind::read && known.includes(entry);
  }
  // Among the entries, where there is room, or one that differs by its bytes alone. False: there is
  // neither.
  [[gnu::always_inline]] static bool put(Entries& entries, std::uint64_t& tail, std::uint64_t entry,
                                         std::uint32_t origin) {
    if (origin >= kOrigins) [[unlikely]]
      return false;
    entry |= origin & packed::kOrigin;  // it may have it already
    const std::uint64_t high = origin >> packed::kOriginBits;
    const auto differs_by_bytes = [&](std::uint64_t & there, int shift)
        __attribute__((always_inline)) {
      return ((there ^ entry) & ~packed::kBytes) == 0 && (tail >> shift & kHigh) == high;
    };
    const auto put_at = [&](std::uint64_t & there, int shift) __attribute__((always_inline)) {
      tail = (tail & ~(kHigh << shift)) | high << shift;
      there = entry;
      return true;
    };
    // Of a whole word there is none left.
    if ((entry & packed::kBytes) != packed::kBytes) {
      if (differs_by_bytes(entries.first, high_shift(0))) return entries.first |= entry, true;
      if (differs_by_bytes(entries.second, high_shift(1))) return entries.second |= entry, true;
      if (differs_by_bytes(entries.third, high_shift(2))) return entries.third |= entry, true;
    }
    if (entries.first == 0) return put_at(entries.first, high_shift(0));
    if (entries.second == 0) return put_at(entries.second, high_shift(1));
    if (entries.third == 0) return put_at(entries.third, high_shift(2));
    return false;
  }

  // The same history as it is elsewhere. REQUIRES: `made` is empty.
  void unpack(Full& made, Room room) const {
    const std::uint64_t tail = tail_.load();
    std::uint64_t entries[kEntries];
    for (std::size_t i = 0; i < kEntries; ++i) entries[i] = entries_[i].load();
    for (unsigned which = 1; which < 1u << kEntries; ++which) {
      // The bytes of just these entries.
      std::uint8_t mask = kWholeWord;
      for (std::size_t i = 0; i < kEntries; ++i) {
        const std::uint8_t those = packed::mask_of(entries[i]);
        mask &= static_cast<std::uint8_t>((which >> i & 1) != 0 ? those : ~those);
      }
      if (mask == 0) continue;
      Cell& cell = made.add(mask, room);
      for (std::size_t i = 0; i < kEntries; ++i)
        if ((which >> i & 1) != 0) put_into(cell, entries[i], tail >> high_shift(i) & kHigh, room);
    }
  }
  static void put_into(Cell& cell, std::uint64_t entry, std::uint64_t high, Room room) {
    static constexpr AccessKind kKinds[] = {AccessKind::read, AccessKind::write, AccessKind::free};
    const AccessKind kind = kKinds[static_cast<std::size_t>(packed::kind_of(entry))];
    const auto number =
        static_cast<std::uint32_t>(high << packed::kOriginBits | (entry & packed::kOrigin));
    cell.add_simple(kind, Past{packed::epoch_of(entry), Origin(number, kind)}, room.owner);
  }
  // Takes over the history of `there`, which is then empty; false, and nothing has happened, if it
  // is not simple.
  bool pack(Full& there, Room room) {
    Entries entries = {};
    std::uint64_t tail = kLocked;
    bool fits = true;
    there.visit(kWholeWord, [&](const Cell& cell, std::uint8_t mask) {
      fits = fits && cell.for_each_simple([&](AccessKind kind, const Past& past) {
        const std::uint64_t epoch = packed::bits_of(past.epoch);
        const std::uint32_t number = past.origin.number();
        return epoch != 0 && past.origin == Origin(number, kind) &&
               put(entries, tail,
                   epoch | packed::bits_of(packed::kind_of(kind)) | packed::bytes(mask), number);
      });
    });
    if (!fits) return false;
    there.clear(kWholeWord, room);
    store_changes(load_entries(), entries);
    tail_.store(tail);
    return true;
  }
  // What was here is taken for marks from here on.
  void put_elsewhere(const Full& made, Room room) {
    Full* const there = room.heap.template create<Full>(made);
    tail_.store(reinterpret_cast<std::uint64_t>(there) | kFull | kLocked);
  }
  // REQUIRES: it is empty.
  void destroy(Full* there, Room room) {
    const std::uint64_t tail = tail_.load();
    if (is_full(tail)) tail_.store(kLocked);
    room.heap.destroy(there);
  }

  void drop_entries(std::uint8_t mask) {
    for (Bits& entry : entries_)
      if (const std::uint64_t there = entry.load(); (there & packed::bytes(mask)) != 0)
        entry.store(packed::without(there, packed::bytes(mask)));
  }
  void drop_writes(std::uint8_t mask) {
    for (Bits& entry : entries_)
      if (packed::kind_of(entry.load()) == packed::Kind::write)
        entry.store(packed::without(entry.load(), packed::bytes(mask)));
  }
  // The history is elsewhere: whoever has made an access that is still remembered finds it here.
  void note(std::uint8_t mask, const Touch& touch) {
    if (touch.what == Touch::What::look) return;
    const bool reads = touch.kind == AccessKind::read || touch.kind == AccessKind::atomic_read;
    if (touch.what == Touch::What::change || !reads) drop_entries(mask);
    // A write that comes later in its epoch has to be told to the loads.
    if (touch.kind == AccessKind::atomic_read) drop_writes(mask);
    if (touch.what == Touch::What::access && touch.epoch != 0)
      mark(touch.epoch | packed::bits_of(packed::kind_of(touch.kind)) |
               (touch.acquires ? packed::kAcquired : 0),
           packed::bytes(mask));
  }
  void mark(std::uint64_t access, std::uint64_t bytes) {
    std::size_t place = (access >> packed::kEpochShift) % kEntries;
    for (std::size_t i = 0; i < kEntries; ++i) {
      const std::uint64_t there = entries_[i].load();
      if (there == 0) place = i;
      if (((there ^ access) & ~(packed::kBytes | (packed::kOrigin & ~packed::kAcquired))) == 0)
        return entries_[i].store(there | bytes);
    }
    entries_[place].store(access | bytes);
  }

  Bits entries_[kEntries];
  Bits tail_;
};

// Origins that are little more than a number.
template <class Origin>
concept PackableOrigin = requires(const Origin origin, std::uint32_t number) {
  Origin(number, AccessKind::read);
  { origin.number() } -> std::same_as<std::uint32_t>;
};
template <class Cell>
concept Packable = requires {
  requires Cell::kPacks;
};
// Cells that have a word of their own kind, to the same end.
template <class Cell>
concept HasWords = requires {
  typename Cell::template Words<PlainBits>;
};
// Either: pages of these words belong to who uses them.
template <class Cell>
concept Compact = Packable<Cell> || HasWords<Cell>;

template <class Cell, class Bits>
struct WordOf {
  using Type = Word<Cell, Bits>;
};
template <Packable Cell, class Bits>
struct WordOf<Cell, Bits> {
  using Type = PackedWord<Cell, Bits>;
};
template <HasWords Cell, class Bits>
struct WordOf<Cell, Bits> {
  using Type = typename Cell::template Words<Bits>;
};
template <class Cell, class Bits>
using WordFor = typename WordOf<Cell, Bits>::Type;

}  // namespace steward
