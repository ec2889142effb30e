// The histories of the 8 bytes of a word in 16 bytes, where they are simple: up to two accesses,
// each with the bytes that it speaks for. 16 more bytes, far from the word, are looked at only
// where they are needed: for a third access, and for where accesses came from, if that has a large
// number. All others are a Word somewhere else.
//
// So most memory needs nothing but the word itself, which is small; and whether an epoch has done
// an access already shows in one of its entries.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/heap.h"
#include "core/clock/packed_entry.h"
#include "core/clock/vector_clock.h"
#include "core/policy/address_table.h"
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

// What a word does not always need. Zeros if it does not.
template <class Bits>
struct alignas(16) RestOfWord {
  Bits third;
  Bits tail;  // the rests of origins, or where the Word is
};

// Zero bits are a word without history. `Cell` is one as VectorClockDetector describes it, and can
// be taken apart and put together again: see FastTrackCell::for_each_simple(). `Bits` is the
// policy's. The word is one of `kRow` in a row, and behind them are as many rests, in their order.
template <class Cell, class Bits, std::size_t kRow = kLeafBytes / kWordBytes>
class alignas(16) PackedWord {
  using Origin = typename Cell::Origin;
  using Past = typename Cell::Past;
  using Full = Pieces<Cell, PlainBits>;

 public:
  using Room = typename Full::Room;
  using Rest = RestOfWord<Bits>;

  bool empty() const { return ((entries_[0].load() & ~kLocked) | entries_[1].load()) == 0; }
  // Of a word that is not held: at some moment.
  bool looks_empty() const { return empty(); }

  // Whether the epoch with these bits has done this to all of `mask`. The word need not be held: an
  // entry of an epoch is made only by its thread, which has compared the access then.
  [[gnu::always_inline]] bool repeats(std::uint64_t epoch, AccessKind kind,
                                      std::uint8_t mask) const {
    // A read also repeats a write: whatever races with the read races with that.
    const std::uint64_t ignored =
        kNotAccess | (packed::kBytes & ~packed::bytes(mask)) |
        (kind == AccessKind::read ? packed::bits_of(packed::Kind::write) : 0);
    return has(epoch | packed::bits_of(packed::kind_of(kind)) | packed::bytes(mask), ignored);
  }
  // The same of an atomic load that reads the latest store, and perhaps acquires what that passes
  // on.
  [[gnu::always_inline]] bool repeats_load(std::uint64_t epoch, bool acquires,
                                           std::uint8_t mask) const {
    const std::uint64_t ignored = (acquires ? kNotAccess & ~packed::kAcquired : kNotAccess) |
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
    const std::uint64_t first = entries_[0].load();
    if ((first & kLocked) != 0 || !entries_[0].exchange_if(first, first | kLocked)) return false;
    const State before = load_state(first);
    State after = before;
    const bool done =
        !before.is_full() && access_held(kind, epoch, mask, origin, known, after, on_first);
    if (done) store_behind(before, after);
    entries_[0].store_release(done ? after.first : first);
    return done;
  }
  // The same without a lock. REQUIRES: nobody else changes the word, but may have locked it before.
  template <class F>
  [[gnu::always_inline]] bool access_alone(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                           std::uint32_t origin, const VectorClock& known,
                                           F&& on_first) {
    const std::uint64_t first = entries_[0].load_acquire();
    if ((first & kLocked) != 0) [[unlikely]]
      return false;
    const State before = load_state(first);
    State after = before;
    if (before.is_full() || !access_held(kind, epoch, mask, origin, known, after, on_first))
        [[unlikely]]
      return false;
    store_behind(before, after);
    if (after.first != first) entries_[0].store(after.first);
    return true;
  }
  // Whether access_alone() would be done: tried with an equal one.
  bool takes_alone(AccessKind kind, std::uint64_t epoch, std::uint8_t mask, std::uint32_t origin,
                   const VectorClock& known) const {
    const std::uint64_t first = entries_[0].load_acquire();
    if ((first & kLocked) != 0) return false;
    State state = load_state(first);
    const auto on_first = [] {};
    return !state.is_full() && access_held(kind, epoch, mask, origin, known, state, on_first);
  }
  // Whether there is more than in the word itself. At some moment.
  [[gnu::always_inline]] bool has_more() const { return (entries_[1].load() & kMore) != 0; }
  // Both in fewer steps, for most of those that can be made. False: for other ones, perhaps.
  // `more`: also if there is, or will be, more than in the word itself. is_used(): whether a word
  // without history may get one. REQUIRES: the epoch has not done it to all of `mask`.
  template <bool more, class F>
  [[gnu::always_inline]] bool renew_locked(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                           std::uint32_t origin, const VectorClock::Reader& clock,
                                           F&& is_used) {
    const std::uint64_t first = entries_[0].load();
    if ((first & kLocked) != 0 || !entries_[0].exchange_if(first, first | kLocked)) return false;
    const bool done = renew<more>(first, kind, epoch, mask, origin, clock, is_used);
    if (!done) entries_[0].store_release(first);
    return done;
  }
  template <bool more, class F>
  [[gnu::always_inline]] bool renew_alone(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                          std::uint32_t origin, const VectorClock::Reader& clock,
                                          F&& is_used) {
    const std::uint64_t first = entries_[0].load_acquire();
    if ((first & kLocked) != 0) [[unlikely]]
      return false;
    return renew<more>(first, kind, epoch, mask, origin, clock, is_used);
  }
  // The next two do the whole word, for whoever keeps all others from it. False, and nothing has
  // happened: it was locked before.
  [[gnu::always_inline]] bool clear_alone(Room room) {
    if (is_locked()) [[unlikely]]
      return false;
    if (has_more()) [[unlikely]] {
      if (full() != nullptr) return clear_anyhow(room);
      rest().third.store(0);
      rest().tail.store(0);
    }
    entries_[0].store(0);
    entries_[1].store(0);
    return true;
  }
  [[gnu::always_inline]] bool copy_alone(const PackedWord& from, Room room) {
    const std::uint64_t first = from.entries_[0].load();
    const std::uint64_t second = from.entries_[1].load();
    if ((((first | entries_[0].load()) & kLocked) | ((second | entries_[1].load()) & kMore)) != 0)
        [[unlikely]]
      return copy_anyhow(from, room);
    entries_[0].store(first);
    entries_[1].store(second);
    return true;
  }
  // Of such a word: nothing is known of it at all.
  [[gnu::always_inline]] bool is_zero() const {
    return (entries_[0].load() | entries_[1].load()) == 0;
  }
  bool try_lock() {
    const std::uint64_t seen = entries_[0].load();
    return (seen & kLocked) == 0 && entries_[0].exchange_if(seen, seen | kLocked);
  }

  // For everything below: REQUIRES that the word is held.

  // Whether the access surely races with nothing, because all it touches is simple.
  [[gnu::always_inline]] bool takes(AccessKind kind, std::uint8_t mask,
                                    const VectorClock::Reader& clock) const {
    const State state = load_state();
    if (state.is_full()) return false;
    const std::uint64_t bytes = packed::bytes(mask);
    const auto takes = [&](std::uint64_t entry) __attribute__((always_inline)) {
      return (entry & bytes) == 0 || comes_before(entry, kind, clock);
    };
    return takes(state.first) && takes(state.second) && takes(state.third);
  }
  // As access().
  template <class F>
  [[gnu::always_inline]] bool access_locked(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                            std::uint32_t origin, const VectorClock& known,
                                            F&& on_first) {
    const State before = load_state();
    State after = before;
    if (before.is_full() || !access_held(kind, epoch, mask, origin, known, after, on_first))
      return false;
    store_held(before, after);
    return true;
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
    change([&](State& state) { drop_entries(state, mask); });
    Full* const there = full();
    if (there == nullptr) return;
    there->clear(mask, room);
    if (pack(*there, room)) destroy(there, room);
  }
  // Forgets what can be missed without harm: see Cell::forget_accesses. Whether nothing is left.
  bool forget_accesses(Room room) {
    change([&](State& state) { drop_entries(state, kWholeWord); });
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
  void unlock() { entries_[0].store_release(entries_[0].load() & ~kLocked); }

 private:
  static constexpr std::size_t kEntries = 3;
  static constexpr std::uint64_t kLocked = packed::kOfWord;  // in the first entry
  static constexpr std::uint64_t kMore = packed::kOfWord;    // in the second: there is a rest
  static constexpr std::uint64_t kFull = 1;  // in its tail: the others are where the Word is

  static constexpr std::uint64_t kNotAccess = packed::kOrigin | packed::kOfWord;
  // Whether an entry is like that one, but for bits that are ignored.
  [[gnu::always_inline]] bool has(std::uint64_t entry, std::uint64_t ignored) const {
    const std::uint64_t wanted = entry | ignored;
    if ((entries_[0].load() | ignored) == wanted) return true;
    const std::uint64_t second = entries_[1].load_acquire();
    if ((second | ignored) == wanted) return true;
    return (second & kMore) != 0 && (rest().third.load() | ignored) == wanted;
  }

  // The rest of an origin, behind its lowest bits.
  static constexpr int kHighBits = 32 - packed::kOriginBits;
  static constexpr std::uint64_t kHigh = (std::uint64_t{1} << kHighBits) - 1;
  static constexpr int high_shift(std::size_t i) { return 4 + kHighBits * static_cast<int>(i); }
  static constexpr std::uint64_t high_of(std::uint32_t origin) {
    return origin >> packed::kOriginBits;
  }

  // All of it at once, as it is worked on, without the word's own bits. The compiler is to know
  // which entry is which: each step is written out for all of them.
  struct State {
    std::uint64_t first, second, third, tail;
    [[gnu::always_inline]] bool none() const { return (first | second | third) == 0; }
    [[gnu::always_inline]] bool is_full() const { return (tail & kFull) != 0; }
    [[gnu::always_inline]] bool has_rest() const { return (third | tail) != 0; }
    // What is not there any more came from nowhere. REQUIRES: it is not full.
    [[gnu::always_inline]] void forget_gone_origins() {
      if (tail == 0) return;
      if (first == 0) tail &= ~(kHigh << high_shift(0));
      if (second == 0) tail &= ~(kHigh << high_shift(1));
      if (third == 0) tail &= ~(kHigh << high_shift(2));
    }
  };

  [[gnu::always_inline]] Rest& rest() { return *reinterpret_cast<Rest*>(this + kRow); }
  [[gnu::always_inline]] const Rest& rest() const {
    return *reinterpret_cast<const Rest*>(this + kRow);
  }
  static_assert(sizeof(Rest) == 2 * sizeof(Bits));

  // `first`: the first entry, where it is known already.
  [[gnu::always_inline]] State load_state(std::uint64_t first) const {
    const std::uint64_t second = entries_[1].load();
    State state{first & ~kLocked, second & ~kMore, 0, 0};
    if ((second & kMore) != 0) [[unlikely]]
      state.third = rest().third.load(), state.tail = rest().tail.load();
    return state;
  }
  State load_state() const { return load_state(entries_[0].load()); }
  // All but the first entry. Whoever looks at the word alone finds in its rest what belongs to it,
  // or something later. A rest that is not in use is zeros.
  [[gnu::always_inline]] void store_behind(const State& before, const State& after) {
    if (after.third != before.third) rest().third.store(after.third);
    if (after.tail != before.tail) rest().tail.store(after.tail);
    if (after.second != before.second || after.has_rest() != before.has_rest())
      entries_[1].store_release(after.second | (after.has_rest() ? kMore : 0));
  }
  void store_held(const State& before, const State& after) {
    store_behind(before, after);
    if (after.first != before.first) entries_[0].store(after.first | kLocked);
  }
  Full* full() const {
    if (!has_more()) return nullptr;
    const std::uint64_t tail = rest().tail.load();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): what the bits are for
    return (tail & kFull) != 0 ? reinterpret_cast<Full*>(tail & ~kFull) : nullptr;
  }
  bool is_locked() const { return (entries_[0].load() & kLocked) != 0; }
  [[gnu::noinline]] bool clear_anyhow(Room room) {
    if (is_locked()) return false;
    clear(kWholeWord, room);
    unlock();
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
    } else {
      store_held({}, from.load_state());
    }
    unlock();
    return true;
  }

  template <class F>
  [[gnu::always_inline]] bool access_held(AccessKind kind, std::uint64_t epoch, std::uint8_t mask,
                                          std::uint32_t origin, const VectorClock& known,
                                          State& state, F& on_first) const {
    if (state.none()) [[unlikely]]
      on_first();
    // What this epoch has done already stays as it is: by the first access that did it.
    std::uint64_t missing = packed::bytes(mask);
    const auto done = [&](std::uint64_t entry) __attribute__((always_inline)) {
      if (packed::is_of(entry, epoch) && repeated_by(kind, packed::kind_of(entry)))
        missing &= ~entry;
    };
    done(state.first);
    done(state.second);
    done(state.third);
    if (missing == 0) [[unlikely]]
      return true;
    const VectorClock::Reader clock(known);
    const auto hinders = [&](std::uint64_t entry) __attribute__((always_inline)) {
      return (entry & missing) != 0 && !comes_before(entry, kind, clock);
    };
    if (hinders(state.first)) return false;
    if (hinders(state.second)) return false;
    if (hinders(state.third)) return false;
    const auto left = [&](std::uint64_t entry) __attribute__((always_inline)) {
      return (entry & missing) == 0 || !gives_way(entry, kind, clock)
                 ? entry
                 : packed::without(entry, missing);
    };
    State after{left(state.first), left(state.second), left(state.third), state.tail};
    if (!put<true>(after, epoch | missing | packed::bits_of(packed::kind_of(kind)), origin))
        [[unlikely]]
      return false;
    after.forget_gone_origins();
    state = after;
    return true;
  }
  // As access_held(), but for what seldom happens: false then as well. Stores what it makes of it.
  // `first`: the first entry, which is not locked, or was not before this one locked it.
  template <bool more, class F>
  [[gnu::always_inline]] bool renew(std::uint64_t first, AccessKind kind, std::uint64_t epoch,
                                    std::uint8_t mask, std::uint32_t origin,
                                    const VectorClock::Reader& clock, F& is_used) {
    State now;
    if constexpr (more) {
      now = load_state(first);
      if (now.is_full()) return false;
    } else {
      now = {first, entries_[1].load(), 0, 0};
      if ((now.second & kMore) != 0 || high_of(origin) != 0) return false;
    }
    const State before = now;
    if (now.none() && !is_used()) [[unlikely]]
      return false;
    const std::uint64_t bytes = packed::bytes(mask);
    const std::uint64_t entry = epoch | bytes | packed::bits_of(packed::kind_of(kind));
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
      if (!is_past(now.first) || (now.second != 0 && !is_past(now.second)) ||
          (more && now.third != 0 && !is_past(now.third)))
        return false;
      now = {entry | packed::low_origin(origin), 0, 0, more ? high_of(origin) << high_shift(0) : 0};
    } else {
      const auto is_past = [&](std::uint64_t & there) __attribute__((always_inline)) {
        if ((there & bytes) == 0) return true;
        if (packed::is_free(there) || is_done_in_part(there)) return false;
        const bool reads = kind == AccessKind::read && packed::kind_of(there) == packed::Kind::read;
        if (!clock.finds(there)) return reads;
        if (kind != AccessKind::read || reads) there = packed::without(there, bytes);
        return true;
      };
      if (!is_past(now.first) || !is_past(now.second) || (more && !is_past(now.third)) ||
          !put<more>(now, entry, origin))
        return false;
    }
    if constexpr (more) {
      now.forget_gone_origins();
      store_behind(before, now);
    } else {
      entries_[1].store(now.second);
    }
    entries_[0].store_release(now.first);
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
  // neither. Without `more` there is neither a third one nor a tail.
  template <bool more>
  [[gnu::always_inline]] static bool put(State& state, std::uint64_t entry, std::uint32_t origin) {
    entry |= packed::low_origin(origin);
    const std::uint64_t high = high_of(origin);
    const auto differs_by_bytes = [&](std::uint64_t there, int shift)
        __attribute__((always_inline)) {
      return ((there ^ entry) & ~packed::kBytes) == 0 &&
             (!more || (state.tail >> shift & kHigh) == high);
    };
    const auto put_at = [&](std::uint64_t & there, int shift) __attribute__((always_inline)) {
      if (more) state.tail = (state.tail & ~(kHigh << shift)) | high << shift;
      there = entry;
      return true;
    };
    // Of a whole word there is none left.
    if ((entry & packed::kBytes) != packed::kBytes) {
      if (differs_by_bytes(state.first, high_shift(0))) return state.first |= entry, true;
      if (differs_by_bytes(state.second, high_shift(1))) return state.second |= entry, true;
      if (more && differs_by_bytes(state.third, high_shift(2))) return state.third |= entry, true;
    }
    if (state.first == 0) return put_at(state.first, high_shift(0));
    if (state.second == 0) return put_at(state.second, high_shift(1));
    if (more && state.third == 0) return put_at(state.third, high_shift(2));
    return false;
  }

  // The same history as it is elsewhere. REQUIRES: `made` is empty.
  void unpack(Full& made, Room room) const {
    const State state = load_state();
    const std::uint64_t entries[kEntries] = {state.first, state.second, state.third};
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
        if ((which >> i & 1) != 0)
          put_into(cell, entries[i], state.tail >> high_shift(i) & kHigh, room);
    }
  }
  static void put_into(Cell& cell, std::uint64_t entry, std::uint64_t high, Room room) {
    static constexpr AccessKind kKinds[] = {AccessKind::read, AccessKind::write, AccessKind::free};
    const AccessKind kind = kKinds[static_cast<std::size_t>(packed::kind_of(entry))];
    const auto number =
        static_cast<std::uint32_t>(high << packed::kOriginBits | packed::low_origin_of(entry));
    cell.add_simple(kind, Past{packed::epoch_of(entry), Origin(number, kind)}, room.owner);
  }
  // Takes over the history of `there`, which is then empty; false, and nothing has happened, if it
  // is not simple.
  bool pack(Full& there, Room room) {
    State state = {};
    bool fits = true;
    there.visit(kWholeWord, [&](const Cell& cell, std::uint8_t mask) {
      fits = fits && cell.for_each_simple([&](AccessKind kind, const Past& past) {
        const std::uint64_t epoch = packed::bits_of(past.epoch);
        const std::uint32_t number = past.origin.number();
        return epoch != 0 && past.origin == Origin(number, kind) &&
               put<true>(state,
                         epoch | packed::bits_of(packed::kind_of(kind)) | packed::bytes(mask),
                         number);
      });
    });
    if (!fits) return false;
    there.clear(kWholeWord, room);
    store_held(load_state(), state);
    return true;
  }
  // What was here is taken for marks from here on.
  void put_elsewhere(const Full& made, Room room) {
    Full* const there = room.heap.template create<Full>(made);
    change([&](State& state) { state.tail = reinterpret_cast<std::uint64_t>(there) | kFull; });
  }
  // REQUIRES: it is empty.
  void destroy(Full* there, Room room) {
    change([&](State& state) {
      if (state.is_full()) state.tail = 0;
    });
    room.heap.destroy(there);
  }

  // f(state), which changes it. REQUIRES: the word is held.
  template <class F>
  void change(F&& f) {
    const State before = load_state();
    State after = before;
    f(after);
    store_held(before, after);
  }
  static void drop_entries(State& state, std::uint8_t mask) {
    state.first = packed::without(state.first, packed::bytes(mask));
    state.second = packed::without(state.second, packed::bytes(mask));
    state.third = packed::without(state.third, packed::bytes(mask));
    if (!state.is_full()) state.forget_gone_origins();
  }
  static void drop_writes(State& state, std::uint8_t mask) {
    for (std::uint64_t* const entry : {&state.first, &state.second, &state.third})
      if (packed::kind_of(*entry) == packed::Kind::write)
        *entry = packed::without(*entry, packed::bytes(mask));
  }
  // The history is elsewhere: whoever has made an access that is still remembered finds it here.
  void note(std::uint8_t mask, const Touch& touch) {
    if (touch.what == Touch::What::look) return;
    change([&](State& marks) {
      const bool reads = touch.kind == AccessKind::read || touch.kind == AccessKind::atomic_read;
      if (touch.what == Touch::What::change || !reads) drop_entries(marks, mask);
      // A write that comes later in its epoch has to be told to the loads.
      if (touch.kind == AccessKind::atomic_read) drop_writes(marks, mask);
      if (touch.what == Touch::What::access && touch.epoch != 0)
        mark(marks,
             touch.epoch | packed::bits_of(packed::kind_of(touch.kind)) |
                 (touch.acquires ? packed::kAcquired : 0),
             packed::bytes(mask));
    });
  }
  static void mark(State& marks, std::uint64_t access, std::uint64_t bytes) {
    std::uint64_t* const entries[] = {&marks.first, &marks.second, &marks.third};
    std::uint64_t* place = entries[(access >> packed::kEpochShift) % kEntries];
    for (std::uint64_t* const entry : entries) {
      if (*entry == 0) place = entry;
      if (((*entry ^ access) & ~(packed::kBytes | (packed::kOrigin & ~packed::kAcquired))) == 0) {
        *entry |= bytes;
        return;
      }
    }
    *place = access | bytes;
  }

  Bits entries_[2];
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
