// One remembered access in 64 bits, as words keep it that are simple: see packed_word.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/clock/epoch.h"
#include "core/event/types.h"

namespace steward {

// From the top: slot and time of the epoch, a bit for each byte of the word, what kind of access it
// was, and the lowest bits of where it came from. What has too large numbers for that has no entry.
// Zero bits are none.
namespace packed {

inline constexpr int kOriginBits = 5;  // here; the others stand elsewhere
inline constexpr int kMaskShift = kOriginBits + 2;
inline constexpr int kEpochShift = kMaskShift + 8;
inline constexpr std::uint64_t kOrigin = (1u << kOriginBits) - 1;
inline constexpr std::uint64_t kKind = std::uint64_t{3} << kOriginBits;
inline constexpr std::uint64_t kBytes = std::uint64_t{0xff} << kMaskShift;

// A mark is no access that is remembered here, but says that it is elsewhere. In place of where it
// came from it says of a load whether that acquired what the latest store passes on.
inline constexpr std::uint64_t kAcquired = 1;
enum class Kind : std::uint8_t { read, write, free, mark_of_atomic_read };

constexpr std::uint64_t bits_of(Kind kind) { return std::uint64_t(kind) << kOriginBits; }
constexpr Kind kind_of(std::uint64_t entry) {
  return static_cast<Kind>((entry & kKind) >> kOriginBits);
}
constexpr Kind kind_of(AccessKind kind) {
  return kind == AccessKind::read    ? Kind::read
         : kind == AccessKind::write ? Kind::write
         : kind == AccessKind::free  ? Kind::free
                                     : Kind::mark_of_atomic_read;
}
constexpr std::uint64_t bytes(std::uint8_t mask) { return std::uint64_t{mask} << kMaskShift; }
constexpr std::uint8_t mask_of(std::uint64_t entry) {
  return static_cast<std::uint8_t>(entry >> kMaskShift);
}
// Of an entry that is no mark.
constexpr bool is_free(std::uint64_t entry) { return (entry & bits_of(Kind::free)) != 0; }
// Whether it is a read or a write of just these bytes.
constexpr bool is_access_of(std::uint64_t entry, std::uint8_t mask) {
  return (entry & (kBytes | bits_of(Kind::free))) == bytes(mask);
}
// What an entry of this epoch has at its top; 0 if there can be none.
constexpr std::uint64_t bits_of(Epoch epoch) {
  return epoch.bits() >> (64 - kEpochShift) != 0 ? 0 : epoch.bits() << kEpochShift;
}
constexpr Epoch epoch_of(std::uint64_t entry) { return Epoch::from_bits(entry >> kEpochShift); }
constexpr std::size_t slot_of(std::uint64_t entry) {
  return entry >> (kEpochShift + Epoch::kTimeBits);
}
// No entry of that epoch is larger, and none of a later one of its slot is as small. REQUIRES: it
// has entries.
constexpr std::uint64_t last_of(Epoch epoch) {
  return bits_of(epoch) | ((std::uint64_t{1} << kEpochShift) - 1);
}
constexpr bool is_of(std::uint64_t entry, std::uint64_t epoch_bits) {
  return (entry ^ epoch_bits) >> kEpochShift == 0;
}
// Without these bytes; nothing if those are all.
constexpr std::uint64_t without(std::uint64_t entry, std::uint64_t those) {
  const std::uint64_t left = entry & ~those;
  return (left & kBytes) == 0 ? 0 : left;
}

}  // namespace packed
}  // namespace steward
