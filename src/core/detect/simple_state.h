// What `simple` knows of some bytes of a word in 64 bits, and what a plain access makes of it. What
// has too large numbers for that, or is about atomic operations, has no such state: see
// simple_word.h.
#pragma once

#include <cstdint>

#include "core/clock/epoch.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"
#include "core/lockset/lockset.h"

namespace steward {

// From the top: slot and time of the owner; the locks that all accesses had in common, by the
// number of their set; how far the bytes have come; which they are; whether one access was a write.
// Zero bits are none. One access at least was plain. The lowest two bits are for others.
namespace simple_state {

// One thread has accessed them; others have, too, but only what this one did counts; more than one
// counts; they race.
enum class Stage : std::uint8_t { owned, taken_over, shared, raced };

inline constexpr std::uint64_t kOthers = 3;
inline constexpr std::uint64_t kWritten = 4;
inline constexpr int kBytesShift = 3;
inline constexpr std::uint64_t kBytes = std::uint64_t{0xff} << kBytesShift;
inline constexpr int kStageShift = kBytesShift + 8;
inline constexpr std::uint64_t kStage = std::uint64_t{3} << kStageShift;
inline constexpr int kLocksShift = kStageShift + 2;
inline constexpr int kLocksBits = 14;
inline constexpr std::uint64_t kLocks = ((std::uint64_t{1} << kLocksBits) - 1) << kLocksShift;
inline constexpr int kOwnerShift = kLocksShift + kLocksBits;
inline constexpr int kTimeBits = 28;
inline constexpr int kSlotBits = 64 - kOwnerShift - kTimeBits;
static_assert(kSlotBits == 9);

constexpr std::uint64_t bits_of(Stage stage) { return std::uint64_t(stage) << kStageShift; }
constexpr Stage stage_of(std::uint64_t state) {
  return static_cast<Stage>((state & kStage) >> kStageShift);
}
constexpr std::uint64_t bytes(std::uint8_t mask) { return std::uint64_t{mask} << kBytesShift; }
constexpr std::uint8_t mask_of(std::uint64_t state) {
  return static_cast<std::uint8_t>(state >> kBytesShift);
}
// 0 is also "too large".
constexpr std::uint64_t owner_bits(Epoch epoch) {
  if (epoch.time() >> kTimeBits != 0 || epoch.slot().value() >> kSlotBits != 0) return 0;
  return (std::uint64_t{epoch.slot().value()} << kTimeBits | epoch.time()) << kOwnerShift;
}
constexpr Epoch owner_of(std::uint64_t state) {
  const std::uint64_t owner = state >> kOwnerShift;
  return {Slot(static_cast<std::uint32_t>(owner >> kTimeBits)),
          owner & ((std::uint64_t{1} << kTimeBits) - 1)};
}
// Whether the number is small enough.
constexpr bool has_bits(LocksetId locks) { return locks.value() >> kLocksBits == 0; }
constexpr std::uint64_t bits_of(LocksetId locks) {
  return std::uint64_t{locks.value()} << kLocksShift;
}
constexpr LocksetId locks_of(std::uint64_t state) {
  return LocksetId(static_cast<std::uint32_t>((state & kLocks) >> kLocksShift));
}
// All that bytes can have in common.
constexpr std::uint64_t without_bytes(std::uint64_t state) { return state & ~(kBytes | kOthers); }

// A thread at a moment, as its accesses need it.
struct Now {
  std::uint64_t moment = 0;  // which one it is: see Moments
  std::uint64_t owner = 0;   // its epoch; 0: it has no bits
  // What it holds; of writes: exclusively.
  std::uint64_t locks_of_read = 0;
  std::uint64_t locks_of_write = 0;
};

// The state that a read or write makes of bytes in `state`, or kUnclear: the locks that are left
// are not known here, or the bytes race. `first`: the thread's first time, as Now::owner. The
// empty set of locks has number 0.
inline constexpr std::uint64_t kUnclear = 0;
[[gnu::always_inline]] inline std::uint64_t next(std::uint64_t state, bool writes, const Now& now,
                                                 std::uint64_t first, const VectorClock& clock) {
  const std::uint64_t written = writes ? kWritten : 0;
  const std::uint64_t held = writes ? now.locks_of_write : now.locks_of_read;
  const std::uint64_t locks = state & kLocks;
  const std::uint64_t bytes = state & kBytes;
  const Stage stage = stage_of(state);
  if (stage == Stage::raced) return state & ~kOthers;
  if (locks != 0 && held != 0 && locks != held) return kUnclear;
  const std::uint64_t common = bytes | (locks & held) | (state & kWritten) | written;
  const std::uint64_t owner = state >> kOwnerShift;
  const bool own = owner >= first >> kOwnerShift && owner <= now.owner >> kOwnerShift;
  if (stage == Stage::owned) {
    if (own) return common | now.owner;
    // Also by a predecessor in its slot, all of whose accesses it comes after.
    if (clock.includes(owner_of(state)))
      return bytes | held | written | now.owner | bits_of(Stage::taken_over);
  } else if (stage == Stage::taken_over && own) {
    return common | (owner << kOwnerShift) | bits_of(Stage::taken_over);
  }
  if ((common & kLocks) == 0 && (common & kWritten) != 0) return kUnclear;
  return common | bits_of(Stage::shared);
}
// The same of just these bytes, if they are the thread's own; else kUnclear.
[[gnu::always_inline]] inline std::uint64_t renewed(std::uint64_t state, bool writes,
                                                    std::uint8_t mask, const Now& now,
                                                    std::uint64_t first) {
  const std::uint64_t held = writes ? now.locks_of_write : now.locks_of_read;
  const std::uint64_t locks = state & kLocks;
  const std::uint64_t owner = state >> kOwnerShift;
  if ((state & (kBytes | kStage)) != bytes(mask) || owner < first >> kOwnerShift ||
      owner > now.owner >> kOwnerShift || (locks != 0 && locks != held && held != 0))
    return kUnclear;
  return bytes(mask) | (state & kWritten) | (writes ? kWritten : 0) | (locks & held) | now.owner;
}
// What it makes of bytes that nobody has accessed.
[[gnu::always_inline]] inline std::uint64_t fresh(std::uint8_t mask, bool writes, const Now& now) {
  return now.owner | bytes(mask) | (writes ? now.locks_of_write | kWritten : now.locks_of_read);
}
// Whether it makes nothing of it, as far as one look tells.
[[gnu::always_inline]] inline bool is_settled(std::uint64_t state, bool writes, const Now& now) {
  // Whoever asks for the write has asked for the read.
  const std::uint64_t seen = (state & ~(kBytes | kOthers)) | (writes ? 0 : kWritten);
  const std::uint64_t held = writes ? now.locks_of_write : now.locks_of_read;
  if ((state & bits_of(Stage::shared)) != 0) {  // or raced
    const std::uint64_t locks = state & kLocks;
    return stage_of(state) == Stage::raced ||
           ((locks == 0 || locks == held) && (seen & kWritten) != 0);
  }
  return seen == (now.owner | kWritten | held) || seen == (now.owner | kWritten);
}
static_assert((std::uint64_t(Stage::raced) & std::uint64_t(Stage::shared)) != 0);

}  // namespace simple_state
}  // namespace steward
