// Bytes of the program that share one history.
#pragma once

#include <cstdint>

#include "core/event/types.h"

namespace steward {

// Memory is looked at in words of 8 bytes; a mask has a bit for each byte of one.
inline constexpr std::uint64_t kWordBytes = 8;
inline constexpr std::uint8_t kWholeWord = 0xff;

inline Address word_of(Address address) { return Address(address.value() & ~(kWordBytes - 1)); }
// REQUIRES: in one word.
[[gnu::always_inline]] inline std::uint8_t mask_of(AddressRange in_word) {
  if (in_word.size == kWordBytes) return kWholeWord;  // mostly known where it is compiled
  return static_cast<std::uint8_t>(((1u << in_word.size) - 1)
                                   << in_word.begin.value() % kWordBytes);
}
// f(Address word, mask) for each word that `range` touches.
template <class F>
[[gnu::always_inline]] inline void for_each_word(AddressRange range, F&& f) {
  // Nearly all are in one.
  const std::uint64_t room = kWordBytes - range.begin.value() % kWordBytes;
  if (range.size - 1 < room) [[likely]]
    return f(word_of(range.begin), mask_of(range));
  range.for_each_chunk(kWordBytes,
                       [&](AddressRange part) { f(word_of(part.begin), mask_of(part)); });
}

// The bytes that share one cell: some of a word's, or a whole run.
class ByteSet {
 public:
  ByteSet(Address word, std::uint8_t mask) : range_{word, kWordBytes}, mask_(mask) {}
  explicit ByteSet(AddressRange run) : range_(run), mask_(0) {}

  // f(AddressRange) for each contiguous run.
  template <class F>
  void for_each_run(F&& f) const {
    if (mask_ == 0) return f(range_);
    for (unsigned at = 0; at < 8;) {
      const unsigned skip = static_cast<unsigned>(__builtin_ctz((unsigned{mask_} >> at) | 0x100));
      at += skip;
      if (at >= 8) return;
      const unsigned length = static_cast<unsigned>(__builtin_ctz(~(unsigned{mask_} >> at)));
      f(AddressRange{range_.begin + at, length});
      at += length;
    }
  }

  std::uint64_t size() const {
    return mask_ == 0 ? range_.size : static_cast<std::uint64_t>(__builtin_popcount(mask_));
  }

 private:
  AddressRange range_;
  std::uint8_t mask_;
};

}  // namespace steward
