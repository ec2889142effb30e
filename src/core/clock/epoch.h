// Slots, times and epochs: the small change of vector clocks.
#pragma once

#include <compare>
#include <cstdint>

#include "base/check.h"
#include "base/id.h"

namespace steward {

// A thread's column in vector clocks. A slot serves several threads one after the other, where the
// end of the one is ordered before the start of the next (see slots.h).
using Slot = Id<struct SlotTag, std::uint32_t>;

// A thread's own logical time. Threads begin at 1; 0 means never.
using Time = std::uint64_t;

// One thread's time as one word, "slot@time": what FastTrack keeps instead of a vector clock.
class Epoch {
 public:
  constexpr Epoch() = default;  // never: ordered before everything
  constexpr Epoch(Slot slot, Time time) : bits_(std::uint64_t{slot.value()} << kTimeBits | time) {
    STEWARD_DCHECK(slot.value() < kSlots && time <= kTimeMask);
  }

  constexpr Slot slot() const { return Slot(static_cast<std::uint32_t>(bits_ >> kTimeBits)); }
  constexpr Time time() const { return bits_ & kTimeMask; }
  constexpr bool never() const { return bits_ == 0; }
  // For cells that keep something else in the same place: an epoch's bits, of which kNeverSet is
  // always 0.
  constexpr std::uint64_t bits() const { return bits_; }
  static constexpr Epoch from_bits(std::uint64_t bits) {
    Epoch epoch;
    epoch.bits_ = bits;
    return epoch;
  }
  static constexpr std::uint64_t kNeverSet = std::uint64_t{1} << 63;
  friend constexpr bool operator==(Epoch, Epoch) = default;

  // More threads at one time than Linux can run (2^22), and a time that no thread lives to see.
  static constexpr int kTimeBits = 40;
  static constexpr std::uint32_t kSlots = 1u << (63 - kTimeBits);

 private:
  static constexpr Time kTimeMask = (Time{1} << kTimeBits) - 1;

  std::uint64_t bits_ = 0;
};

}  // namespace steward
