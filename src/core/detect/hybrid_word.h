// The accesses of the 8 bytes of a word as `hybrid` remembers them, where they are plain ones, made
// without locks: each in 64 bits, and the bytes that it speaks for. Up to seven are in the 64 bytes
// of the word itself, some more in a row somewhere else. All others are a Word somewhere else.
//
// So most threads that come back to where they were find their last access from there, and have
// little to do but to bring its time forward.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "base/heap.h"
#include "core/clock/epoch.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"
#include "core/policy/byte_set.h"
#include "core/policy/packed_word.h"
#include "core/policy/word.h"

namespace steward {

// From the top: slot and time of the epoch, what kind of access it was, where it came from. What
// has too large numbers for that, or is atomic, has no such bits. Zero bits are none.
namespace packed_past {

inline constexpr int kOriginBits = 28;
inline constexpr std::uint64_t kOrigin = (std::uint64_t{1} << kOriginBits) - 1;
inline constexpr std::uint64_t kWrite = kOrigin + 1;
inline constexpr std::uint64_t kFree = kWrite << 1;
inline constexpr std::uint64_t kKind = kWrite | kFree;  // none: a read
inline constexpr int kTimeShift = kOriginBits + 2;
inline constexpr int kTimeBits = 25;
inline constexpr std::uint64_t kTime = ((std::uint64_t{1} << kTimeBits) - 1) << kTimeShift;
inline constexpr int kSlotShift = kTimeShift + kTimeBits;

constexpr std::uint64_t bits_of(Epoch epoch, AccessKind kind, std::uint32_t origin) {
  if (epoch.time() >> kTimeBits != 0 || epoch.slot().value() >> (64 - kSlotShift) != 0 ||
      origin > kOrigin || is_atomic(kind))
    return 0;
  return std::uint64_t{epoch.slot().value()} << kSlotShift | epoch.time() << kTimeShift |
         (kind == AccessKind::read    ? 0
          : kind == AccessKind::write ? kWrite
                                      : kFree) |
         origin;
}
constexpr bool are_of_one_thread(std::uint64_t a, std::uint64_t b) {
  return (a ^ b) >> kSlotShift == 0;
}
constexpr bool are_at_one_time(std::uint64_t a, std::uint64_t b) {
  return (a ^ b) >> kTimeShift == 0;
}
// As of access kinds.
constexpr bool covers(std::uint64_t a, std::uint64_t b) {
  return (a & kKind) != 0 || (b & kKind) == 0;
}
constexpr Epoch epoch_of(std::uint64_t past) {
  return {Slot(static_cast<std::uint32_t>(past >> kSlotShift)), (past & kTime) >> kTimeShift};
}
constexpr AccessKind kind_of(std::uint64_t past) {
  return (past & kFree) != 0    ? AccessKind::free
         : (past & kWrite) != 0 ? AccessKind::write
                                : AccessKind::read;
}
constexpr std::uint32_t origin_of(std::uint64_t past) {
  return static_cast<std::uint32_t>(past & kOrigin);
}

}  // namespace packed_past

// Zero bits are a word without history. `Cell` can be taken apart and put together again by its
// Owner: see Hybrid. `Bits` is the policy's.
template <class Cell, class Bits>
class alignas(64) HybridWord {
  using Full = Pieces<Cell, PlainBits>;

 public:
  using Room = typename Full::Room;
  static constexpr std::size_t kPlaces = 7;
  static constexpr std::size_t kMost = 56;  // in a row

  bool empty() const { return (header_.load() & ~kLocked) == 0; }
  bool looks_empty() const { return empty(); }
  bool is_zero() const { return header_.load() == 0; }

  // Whether an access of the whole word that has these bits is one of those remembered, or would
  // change nothing. It shows without holding the word: only its own thread makes it, at this time.
  [[gnu::always_inline]] bool repeats(std::uint64_t past) const {
    const std::uint64_t header = header_.load();
    if ((header & kPointers) != 0) return false;
    for (std::size_t i = 0; i < kPlaces; ++i)
      if (pasts_[i].load() == past) return mask_at(header, i) == kWholeWord;
    return false;
  }

  // An access without locks, if it races with nothing and all fits in here. False: it does not, and
  // nothing has happened. `known`: what it comes after. site_of(number): of an origin. on_first()
  // is called if the word was empty. REQUIRES: nobody else changes the word, but may have locked it
  // before; past is not 0.
  template <class SiteOf, class F>
  [[gnu::always_inline]] bool access_alone(std::uint64_t past, std::uint8_t mask,
                                           const VectorClock& known, Heap& heap, SiteOf&& site_of,
                                           F&& on_first) {
    const std::uint64_t header = header_.load_acquire();
    if ((header & (kLocked | kElsewhere)) != 0) [[unlikely]]
      return false;
    std::uint64_t after = header;
    if (!access(after, past, mask, known, heap, site_of)) return false;
    if (after != header) {
      if (header == 0) on_first();
      header_.store(after);
    }
    return true;
  }
  // The same by who has to lock it for that.
  template <class SiteOf, class F>
  bool access_locked(std::uint64_t past, std::uint8_t mask, const VectorClock& known, Heap& heap,
                     SiteOf&& site_of, F&& on_first) {
    const std::uint64_t header = header_.load();
    if ((header & (kLocked | kElsewhere)) != 0 || !header_.exchange_if(header, header | kLocked))
      return false;
    std::uint64_t after = header;
    const bool done = access(after, past, mask, known, heap, site_of);
    if (done && header == 0) on_first();
    header_.store_release(after);
    return done;
  }

  // As Word has it.
  template <class F>
  [[gnu::noinline]] void update(std::uint8_t mask, Room room, F&& f) {
    change(room, [&](Full& word) { word.update(mask, room, f); });
  }
  template <class F>
  void visit(std::uint8_t mask, Room room, F&& f) const {
    if (const Full* const there = full()) return there->visit(mask, f);
    Full made;
    unpack(made, room);
    made.visit(mask, f);
    made.clear(kWholeWord, room);
  }
  // f(Cell&) for each with locks: the others stay as they are.
  template <class F>
  void for_each_cell(Room, F&& f) {
    if (Full* const there = full()) there->for_each_cell(f);
  }
  void clear(std::uint8_t mask, Room room) {
    if ((header_.load() & kPointers) != 0)
      return change(room, [&](Full& word) { word.clear(mask, room); });
    std::uint64_t header = header_.load() | kLocked;
    for (std::size_t i = 0; i < kPlaces; ++i) header &= ~(std::uint64_t{mask} << shift(i));
    header_.store(header);
  }
  bool forget_accesses(Room room) {
    if (full() != nullptr) change(room, [&](Full& word) { word.forget_accesses(room); });
    else clear(kWholeWord, room);
    return empty();
  }
  bool clear_alone(Room room) {
    const std::uint64_t header = header_.load();
    if ((header & kLocked) != 0) return false;
    if ((header & kPointers) != 0) clear(kWholeWord, room);
    header_.store(0);
    return true;
  }

  bool try_lock() {
    const std::uint64_t seen = header_.load();
    return (seen & kLocked) == 0 && header_.exchange_if(seen, seen | kLocked);
  }
  void lock() {
    for (unsigned tries = 0; !try_lock(); ++tries) Bits::pause(tries);
  }
  void unlock() { header_.store_release(header_.load() & ~kLocked); }

 private:
  static constexpr std::uint64_t kLocked = 1;
  static constexpr std::uint64_t kElsewhere = 2;  // the rest of the header is where the Word is,
  static constexpr std::uint64_t kInRow = 4;      // or the row
  static constexpr std::uint64_t kPointers = kElsewhere | kInRow;
  // Else the bytes that each access speaks for; none: there is no access in its place.
  static constexpr int shift(std::size_t i) { return 8 + 8 * static_cast<int>(i); }
  static constexpr std::uint8_t mask_at(std::uint64_t header, std::size_t i) {
    return static_cast<std::uint8_t>(header >> shift(i));
  }

  // Where accesses are: here,
  struct InPlace {
    Bits* pasts;
    std::uint64_t header;
    static constexpr std::size_t size() { return kPlaces; }
    std::uint8_t mask(std::size_t i) const { return mask_at(header, i); }
    std::uint64_t past(std::size_t i) const { return pasts[i].load(); }
    void set(std::size_t i, std::uint64_t past) { pasts[i].store(past); }
    void remove(std::size_t i, std::uint8_t mask) { header &= ~(std::uint64_t{mask} << shift(i)); }
    bool may_be_of(std::size_t, SiteId) const { return true; }
    void add(std::size_t free, std::uint64_t past, std::uint8_t mask, SiteId) {
      set(free, past);
      header |= std::uint64_t{mask} << shift(free);
    }
  };
  // or in a row. Used by who has the word.
  struct Row {
    static constexpr std::size_t kMost = HybridWord::kMost;
    static constexpr std::size_t kFirst = 16;
    static constexpr std::size_t bytes(std::size_t room) {
      return sizeof(Row) + room * sizeof(std::uint64_t);
    }
    std::uint32_t count = 0;
    std::uint32_t room = 0;
    std::uint8_t masks[kMost] = {};
    std::uint8_t sites[kMost] = {};  // the lowest bits of each
    std::uint64_t pasts[0];

    std::size_t size() const { return count; }
    std::uint8_t mask(std::size_t i) const { return masks[i]; }
    std::uint64_t past(std::size_t i) const { return pasts[i]; }
    void set(std::size_t i, std::uint64_t past) { pasts[i] = past; }
    void remove(std::size_t i, std::uint8_t mask) {
      masks[i] = static_cast<std::uint8_t>(masks[i] & ~mask);
    }
    bool may_be_of(std::size_t i, SiteId site) const { return sites[i] == part_of(site); }
    void add(std::size_t free, std::uint64_t past, std::uint8_t mask, SiteId site) {
      if (free == count) ++count;
      pasts[free] = past;
      masks[free] = mask;
      sites[free] = part_of(site);
    }
    // To look up no more sites than needed.
    static std::uint8_t part_of(SiteId site) { return static_cast<std::uint8_t>(site.value()); }
  };
  enum class Outcome : std::uint8_t { done, unclear, no_room };

  // The header is then what it is to be.
  template <class SiteOf>
  [[gnu::always_inline]] bool access(std::uint64_t& header, std::uint64_t past, std::uint8_t mask,
                                     const VectorClock& known, Heap& heap, SiteOf& site_of) {
    if ((header & kInRow) == 0) [[likely]] {
      InPlace places{pasts_, header};
      const Outcome outcome = access(places, past, mask, known, site_of);
      if (outcome == Outcome::done) header = places.header;
      if (outcome != Outcome::no_room) [[likely]]
        return outcome == Outcome::done;
    }
    return access_row(header, past, mask, known, heap, site_of);
  }
  template <class SiteOf>
  [[gnu::noinline]] bool access_row(std::uint64_t& header, std::uint64_t past, std::uint8_t mask,
                                    const VectorClock& known, Heap& heap, SiteOf& site_of) {
    if ((header & kInRow) != 0) {
      Row& row = row_in(header);
      const Outcome outcome = access(row, past, mask, known, site_of);
      if (outcome != Outcome::no_room) return outcome == Outcome::done;
      if (row.room == Row::kMost) return false;
      header = moved_to(row.room * 2, row, heap, site_of);
      heap.deallocate(&row, Row::bytes(row.room));
    } else {
      header = moved_to(Row::kFirst, InPlace{pasts_, header}, heap, site_of);
    }
    return access(row_in(header), past, mask, known, site_of) == Outcome::done;
  }
  // The header of a word with the same in a row of so much room.
  template <class Places, class SiteOf>
  static std::uint64_t moved_to(std::size_t room, const Places& places, Heap& heap,
                                SiteOf& site_of) {
    Row& row = made_row(room, heap);
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places.mask(i) != 0)
        row.add(row.count, places.past(i), places.mask(i),
                site_of(packed_past::origin_of(places.past(i))));
    return reinterpret_cast<std::uint64_t>(&row) | kInRow;
  }
  static Row& made_row(std::size_t room, Heap& heap) {
    room = std::min(room, Row::kMost);
    Row* const row = new (heap.allocate(Row::bytes(room))) Row();
    row->room = static_cast<std::uint32_t>(room);
    return *row;
  }

  template <class Places, class SiteOf>
  [[gnu::always_inline]] static Outcome access(Places& places, std::uint64_t past,
                                               std::uint8_t mask, const VectorClock& known,
                                               SiteOf& site_of) {
    static constexpr std::size_t kNone = SIZE_MAX;
    std::size_t same = kNone, free = kNone;
    bool others = false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::uint8_t bytes = places.mask(i);
      if ((bytes & mask) == 0) {
        if (bytes == 0) free = i;
        continue;
      }
      const std::uint64_t earlier = places.past(i);
      if (!packed_past::are_of_one_thread(earlier, past)) {
        if (((earlier | past) & packed_past::kKind) == 0) continue;
        const Epoch epoch = packed_past::epoch_of(earlier);
        if (!known.includes(epoch)) return Outcome::unclear;
      } else if (((earlier ^ past) & ~packed_past::kTime) == 0 && bytes == mask) {
        same = i;
      } else {
        others = true;
      }
    }
    // The same thread's from the same place, at another time: that one is of no more use.
    if (same != kNone) return places.set(same, past), Outcome::done;
    if constexpr (std::is_same_v<Places, Row>) {
      if (free == kNone && places.count < places.room) free = places.count;
      if (free == kNone) return Outcome::no_room;
    }
    // Of the same site others are, too, as far as their bytes are the same; and if they were made
    // at this time, it is the new one that is of no use.
    const SiteId site = site_of(packed_past::origin_of(past));
    if (others) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto both = static_cast<std::uint8_t>(places.mask(i) & mask);
        const std::uint64_t earlier = places.past(i);
        if (both == 0 || !places.may_be_of(i, site) ||
            !packed_past::are_of_one_thread(earlier, past) ||
            site_of(packed_past::origin_of(earlier)) != site)
          continue;
        if (packed_past::are_at_one_time(earlier, past)) {
          if (packed_past::covers(earlier, past)) mask &= static_cast<std::uint8_t>(~both);
        } else if (packed_past::covers(past, earlier)) {
          places.remove(i, both);
          if (places.mask(i) == 0) free = i;
        }
      }
      if (mask == 0) return Outcome::done;
    }
    if (free == kNone) return Outcome::no_room;
    places.add(free, past, mask, site);
    return Outcome::done;
  }

  static Row& row_in(std::uint64_t header) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): what the bits are for
    return *reinterpret_cast<Row*>(header & ~(kLocked | kPointers));
  }
  Full* full() const {
    const std::uint64_t header = header_.load();
    if ((header & kElsewhere) == 0) return nullptr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): what the bits are for
    return reinterpret_cast<Full*>(header & ~(kLocked | kElsewhere));
  }
  // f(Full&) on what there is, which is then here again, or elsewhere. The word is held.
  template <class F>
  void change(Room room, F&& f) {
    if (Full* const there = full()) {
      f(*there);
      if (pack(*there, room)) room.heap.destroy(there);
      return;
    }
    const std::uint64_t header = header_.load();
    Full made;
    unpack(made, room);
    f(made);
    if (!pack(made, room)) {
      Full* const there = room.heap.template create<Full>(made);
      header_.store(reinterpret_cast<std::uint64_t>(there) | kElsewhere | kLocked);
    }
    if ((header & kInRow) != 0) {
      Row& row = row_in(header);
      room.heap.deallocate(&row, Row::bytes(row.room));
    }
  }
  void unpack(Full& made, Room room) const {
    const std::uint64_t header = header_.load();
    if ((header & kInRow) != 0) unpack(row_in(header), made, room);
    else unpack(InPlace{const_cast<Bits*>(pasts_), header}, made, room);
  }
  template <class Places>
  static void unpack(const Places& places, Full& made, Room room) {
    for (std::uint8_t left = kWholeWord; left != 0;) {
      // The bytes that have the same accesses as the first of those that are left.
      std::uint8_t alike = left;
      const auto first = static_cast<std::uint8_t>(left & -left);
      bool any = false;
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::uint8_t bytes = places.mask(i);
        const bool has = (bytes & first) != 0;
        any |= has;
        alike &= static_cast<std::uint8_t>(has ? bytes : ~bytes);
      }
      left &= static_cast<std::uint8_t>(~alike);
      if (!any) continue;
      Cell& cell = made.add(alike, room);
      for (std::size_t i = 0; i < places.size(); ++i)
        if ((places.mask(i) & first) != 0)
          room.owner.put_into(cell, packed_past::epoch_of(places.past(i)),
                              packed_past::kind_of(places.past(i)),
                              packed_past::origin_of(places.past(i)));
    }
  }
  // Takes over what is there, which is then empty; false, and nothing has happened, if it does not
  // fit.
  bool pack(Full& there, Room room) {
    std::uint64_t pasts[Row::kMost];
    std::uint8_t masks[Row::kMost];
    std::size_t count = 0;
    bool fits = true;
    const auto put = [&](std::uint64_t past, std::uint8_t mask) {
      for (std::size_t i = 0; i < count; ++i)
        if (pasts[i] == past) return masks[i] |= mask, true;
      if (past == 0 || count == Row::kMost) return false;
      pasts[count] = past;
      masks[count++] = mask;
      return true;
    };
    there.visit(kWholeWord, [&](const Cell& cell, std::uint8_t mask) {
      if (!fits) return;
      const bool all =
          room.owner.take_apart(cell, [&](std::uint64_t past) { fits = fits && put(past, mask); });
      fits = fits && all;
    });
    if (!fits) return false;
    there.clear(kWholeWord, room);
    if (count > kPlaces) return put_in_row(pasts, masks, count, room), true;
    std::uint64_t header = kLocked;
    for (std::size_t i = 0; i < count; ++i) {
      pasts_[i].store(pasts[i]);
      header |= std::uint64_t{masks[i]} << shift(i);
    }
    header_.store(header);
    return true;
  }
  void put_in_row(const std::uint64_t* pasts, const std::uint8_t* masks, std::size_t count,
                  Room room) {
    std::size_t places = Row::kFirst;
    while (places <= count) places *= 2;
    Row& row = made_row(places, room.heap);
    for (std::size_t i = 0; i < count; ++i)
      row.add(i, pasts[i], masks[i], room.owner.site_of(packed_past::origin_of(pasts[i])));
    header_.store(reinterpret_cast<std::uint64_t>(&row) | kInRow | kLocked);
  }

  Bits header_;
  Bits pasts_[kPlaces];
};

}  // namespace steward
