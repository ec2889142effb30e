// The 8 bytes of a word as `simple` knows them, in 16 bytes, where they are in one state or in two;
// all others are a Word somewhere else. See simple_state.h.
//
// Whoever changes a word has it for himself, as with packed_word.h. Whoever only asks whether an
// access would change anything looks without that: a state is one word of memory, and the bytes of
// a location are in one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "core/detect/simple_state.h"
#include "core/policy/byte_set.h"
#include "core/policy/packed_word.h"
#include "core/policy/word.h"

namespace steward {

// Zero bits are a word without history. `Cell` can be taken apart and put together again by its
// Owner: see Simple. `Bits` is the policy's.
template <class Cell, class Bits>
class alignas(16) SimpleWord {
  using Full = Pieces<Cell, PlainBits>;
  using Now = simple_state::Now;

 public:
  using Room = typename Full::Room;

  bool empty() const { return ((first_.load() & ~kLocked) | second_.load()) == 0; }
  // Of a word that is not held: at some moment.
  bool looks_empty() const { return empty(); }
  // Nothing is known of it, and it is not held.
  bool is_zero() const { return (first_.load() | second_.load()) == 0; }

  // Whether a plain access would change nothing, as far as one look tells. Bytes that are in both
  // states are asked about one after the other: they are different locations.
  [[gnu::always_inline]] bool is_settled(bool writes, std::uint8_t mask, const Now& now) const {
    const std::uint64_t first = first_.load();
    if ((first & kElsewhere) != 0) [[unlikely]]
      return false;
    const std::uint64_t bytes = simple_state::bytes(mask);
    if ((first & bytes) == bytes) [[likely]]
      return simple_state::is_settled(first, writes, now);
    const std::uint64_t second = second_.load();
    return ((first | second) & bytes) == bytes &&
           ((first & bytes) == 0 || simple_state::is_settled(first, writes, now)) &&
           simple_state::is_settled(second, writes, now);
  }
  // A plain access, if all that it makes of the bytes is clear and fits in here. False: it does
  // not, and nothing has happened. on_first() is called if the word was empty. REQUIRES: nobody
  // else changes the word, but may have locked it before; now.owner is not 0.
  template <class F>
  [[gnu::always_inline]] bool access_alone(bool writes, std::uint8_t mask, const Now& now,
                                           std::uint64_t begun, const VectorClock& clock,
                                           F&& on_first) {
    const std::uint64_t first = first_.load_acquire();
    if ((first & (kLocked | kElsewhere)) != 0) [[unlikely]]
      return false;
    if (const std::uint64_t renewed = simple_state::renewed(first, writes, mask, now, begun);
        renewed != simple_state::kUnclear) {
      first_.store(renewed);
      return true;
    }
    std::uint64_t states[] = {first, second_.load()};
    if ((states[0] | states[1]) == 0) [[unlikely]]
      on_first();
    if (!access(states, writes, mask, now, begun, clock)) return false;
    if (states[1] != second_.load()) second_.store(states[1]);
    if (states[0] != first) first_.store(states[0]);
    return true;
  }
  // The same by who has to lock it for that.
  template <class F>
  bool access_locked(bool writes, std::uint8_t mask, const Now& now, std::uint64_t begun,
                     const VectorClock& clock, F&& on_first) {
    const std::uint64_t first = first_.load();
    if ((first & (kLocked | kElsewhere)) != 0 || !first_.exchange_if(first, first | kLocked))
      return false;
    std::uint64_t states[] = {first, second_.load()};
    if ((states[0] | states[1]) == 0) [[unlikely]]
      on_first();
    const bool done = access(states, writes, mask, now, begun, clock);
    if (done) second_.store(states[1]);
    first_.store_release(done ? states[0] : first);
    return done;
  }
  // All bytes race from here on, if they have states. The same two ways.
  template <class F>
  [[gnu::always_inline]] bool settle_alone(F&& on_first) {
    const std::uint64_t first = first_.load_acquire();
    if ((first & (kLocked | kElsewhere)) != 0) [[unlikely]]
      return false;
    if ((first | second_.load()) == 0) [[unlikely]]
      on_first();
    first_.store(kRacedWord);
    second_.store(0);
    return true;
  }
  template <class F>
  bool settle_locked(F&& on_first) {
    const std::uint64_t first = first_.load();
    if ((first & (kLocked | kElsewhere)) != 0 || !first_.exchange_if(first, first | kLocked))
      return false;
    if ((first | second_.load()) == 0) [[unlikely]]
      on_first();
    second_.store(0);
    first_.store_release(kRacedWord);
    return true;
  }

  // f(Cell&, mask) for each set of bytes in `mask` that share a history; bytes without one get an
  // empty cell.
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
  // f(Cell&) for each.
  template <class F>
  void for_each_cell(Room room, F&& f) {
    change(room, [&](Full& word) { word.for_each_cell(f); });
  }
  void clear(std::uint8_t mask, Room room) {
    if (full() != nullptr) return change(room, [&](Full& word) { word.clear(mask, room); });
    const std::uint64_t gone = simple_state::bytes(mask);
    second_.store(without(second_.load(), gone));
    first_.store(without(first_.load(), gone) | kLocked);
  }
  bool forget_accesses(Room room) {
    if (full() != nullptr) change(room, [&](Full& word) { word.forget_accesses(room); });
    else clear(kWholeWord, room);
    return empty();
  }
  // Of a word that nobody else changes, but may have locked before: then nothing has happened.
  [[gnu::always_inline]] bool clear_alone(Room room) {
    const std::uint64_t first = first_.load();
    if ((first & (kLocked | kElsewhere)) != 0) [[unlikely]]
      return clear_anyhow(room);
    first_.store(0);
    second_.store(0);
    return true;
  }
  bool copy_alone(const SimpleWord& from, Room room) {
    if ((from.first_.load() & kLocked) != 0 || !clear_alone(room)) return false;
    if (const Full* const there = from.full()) {
      Full made;
      there->visit(kWholeWord, [&](const Cell& cell, std::uint8_t mask) {
        cell.copy_to(made.add(mask, room), room.owner);
      });
      put_elsewhere(made, room);
      unlock();
    } else {
      second_.store(from.second_.load());
      first_.store(from.first_.load());
    }
    return true;
  }

  bool try_lock() {
    const std::uint64_t seen = first_.load();
    return (seen & kLocked) == 0 && first_.exchange_if(seen, seen | kLocked);
  }
  void lock() {
    for (unsigned tries = 0; !try_lock(); ++tries) Bits::pause(tries);
  }
  void unlock() { first_.store_release(first_.load() & ~kLocked); }

 private:
  static constexpr std::uint64_t kLocked = 1;
  static constexpr std::uint64_t kElsewhere = 2;  // the rest is where the Word is
  static_assert((kLocked | kElsewhere) == simple_state::kOthers);
  static constexpr std::uint64_t kRacedWord =
      simple_state::kBytes | simple_state::bits_of(simple_state::Stage::raced);

  static std::uint64_t without(std::uint64_t state, std::uint64_t bytes) {
    const std::uint64_t left = state & ~(bytes | simple_state::kOthers);
    return (left & simple_state::kBytes) == 0 ? 0 : left;
  }
  // Where bytes in this state are already, or where there is room.
  [[gnu::always_inline]] static bool put(std::uint64_t* states, std::uint64_t state) {
    for (std::size_t i = 0; i < 2; ++i)
      if (states[i] != 0 && ((states[i] ^ state) & ~simple_state::kBytes) == 0)
        return states[i] |= state, true;
    for (std::size_t i = 0; i < 2; ++i)
      if (states[i] == 0) return states[i] = state, true;
    return false;
  }
  [[gnu::always_inline]] static bool access(std::uint64_t* states, bool writes, std::uint8_t mask,
                                            const Now& now, std::uint64_t begun,
                                            const VectorClock& clock) {
    const std::uint64_t bytes = simple_state::bytes(mask);
    const std::uint64_t before[] = {states[0], states[1]};
    const std::uint64_t missing = bytes & ~(before[0] | before[1]);
    std::uint64_t changed[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
      if ((before[i] & bytes) == 0) continue;
      changed[i] = simple_state::next(before[i], writes, now, begun, clock);
      if (changed[i] == simple_state::kUnclear) return false;
      changed[i] &= ~simple_state::kBytes | bytes;
      states[i] = without(before[i], bytes);
    }
    for (const std::uint64_t state : changed)
      if (state != 0 && !put(states, state)) return false;
    return missing == 0 ||
           put(states, simple_state::fresh(simple_state::mask_of(missing), writes, now));
  }

  Full* full() const {
    const std::uint64_t first = first_.load();
    if ((first & kElsewhere) == 0) return nullptr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): what the bits are for
    return reinterpret_cast<Full*>(first & ~(kLocked | kElsewhere));
  }
  [[gnu::noinline]] bool clear_anyhow(Room room) {
    if ((first_.load() & kLocked) != 0) return false;
    clear(kWholeWord, room);
    first_.store(0);
    return true;
  }
  // f(Full&) on what there is, which is then here again, or elsewhere. The word is held.
  template <class F>
  void change(Room room, F&& f) {
    if (Full* const there = full()) {
      f(*there);
      if (pack(*there, room)) room.heap.destroy(there);
      return;
    }
    Full made;
    unpack(made, room);
    f(made);
    if (!pack(made, room)) put_elsewhere(made, room);
  }
  void put_elsewhere(const Full& made, Room room) {
    Full* const there = room.heap.template create<Full>(made);
    second_.store(0);
    first_.store(reinterpret_cast<std::uint64_t>(there) | kElsewhere | kLocked);
  }
  void unpack(Full& made, Room room) const {
    for (const std::uint64_t state : {first_.load() & ~kLocked, second_.load()})
      if (state != 0) room.owner.put_together(made.add(simple_state::mask_of(state), room), state);
  }
  // Takes over what is there, which is then empty; false, and nothing has happened, if it does not
  // fit.
  bool pack(Full& there, Room room) {
    std::uint64_t states[2] = {};
    bool fits = true;
    there.visit(kWholeWord, [&](const Cell& cell, std::uint8_t mask) {
      const std::uint64_t state = fits ? room.owner.take_apart(cell) : 0;
      fits = state != 0 && put(states, state | simple_state::bytes(mask));
    });
    if (!fits) return false;
    there.clear(kWholeWord, room);
    second_.store(states[1]);
    first_.store(states[0] | kLocked);
    return true;
  }

  Bits first_;
  Bits second_;
};

}  // namespace steward
