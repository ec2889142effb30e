// One remembered access in 64 bits, as words keep it that are simple: see packed_word.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/clock/epoch.h"
#include "core/event/types.h"

namespace steward {

// From the top: slot and time of the epoch, a bit for each byte of the word, what kind of access it
// was, the lowest bits of where it came from, and a bit that is the word's. What has too large
// numbers for that has no entry. But for that last bit, zero bits are none.
namespace packed {

inline constexpr int kOriginBits = 16;  // here; the others stand elsewhere
inline constexpr int kKindShift = 1 + kOriginBits;
inline constexpr int kMaskShift = kKindShift + 2;
inline constexpr int kEpochShift = kMaskShift + 8;
inline constexpr int kTimeBits = 28;
inline constexpr int kSlotShift = kEpochShift + kTimeBits;
inline constexpr Time kLastTime = (Time{1} << kTimeBits) - 1;
inline constexpr std::uint64_t kOfWord = 1;
inline constexpr std::uint64_t kOrigin = ((std::uint64_t{1} << kOriginBits) - 1) << 1;
inline constexpr std::uint64_t kKind = std::uint64_t{3} << kKindShift;
inline constexpr std::uint64_t kBytes = std::uint64_t{0xff} << kMaskShift;

// A mark is no access that is remembered here, but says that it is elsewhere. In place of where it
// came from it says of a load whether that acquired what the latest store passes on.
inline constexpr std::uint64_t kAcquired = 2;
enum class Kind : std::uint8_t { read, write, free, mark_of_atomic_read };

constexpr std::uint64_t bits_of(Kind kind) { return std::uint64_t(kind) << kKindShift; }
constexpr Kind kind_of(std::uint64_t entry) {
  return static_cast<Kind>((entry & kKind) >> kKindShift);
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
  const std::uint64_t slot = epoch.slot().value();
  if (epoch.time() > kLastTime || slot >> (64 - kSlotShift) != 0) return 0;
  return slot << kSlotShift | epoch.time() << kEpochShift;
}
constexpr std::size_t slot_of(std::uint64_t entry) { return entry >> kSlotShift; }
constexpr Time time_of(std::uint64_t entry) { return (entry >> kEpochShift) & kLastTime; }
constexpr Epoch epoch_of(std::uint64_t entry) {
  return {Slot(static_cast<std::uint32_t>(slot_of(entry))), time_of(entry)};
}
constexpr std::uint64_t low_origin(std::uint32_t origin) {
  return std::uint64_t{origin} << 1 & kOrigin;
}
constexpr std::uint32_t low_origin_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>((entry & kOrigin) >> 1);
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
