// Whole numbers in as few bytes as they need.
//
// The count of zero bits at the low end of the first byte says how many bytes follow it, so a
// number is decoded with one load and two shifts, without a branch per byte: with random lengths
// those branches would be mispredicted, and they dominate the time of reading a trace.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace steward {

inline constexpr std::size_t kMaxVarintBytes = 9;

// Stored numbers are little-endian, as is every machine we run on.
static_assert(std::endian::native == std::endian::little);

inline std::uint64_t load_word(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}
inline void store_word(std::byte* to, std::uint64_t word) { std::memcpy(to, &word, sizeof word); }

// Returns the end of what it wrote. REQUIRES: kMaxVarintBytes of room, all of which it may touch.
inline std::byte* put_varint(std::byte* out, std::uint64_t value) {
  const int bits = 64 - std::countl_zero(value | 1);
  const int bytes = (bits + 6) / 7;
  if (bytes > 8) {
    *out = std::byte{0};
    store_word(out + 1, value);
    return out + kMaxVarintBytes;
  }
  store_word(out, (value << bytes) | (std::uint64_t{1} << (bytes - 1)));
  return out + bytes;
}

// Moves `from` behind the number. REQUIRES: kMaxVarintBytes are readable.
inline std::uint64_t get_varint(const std::byte*& from) {
  const std::uint64_t word = load_word(from);
  if ((word & 0xff) == 0) [[unlikely]] {
    from += kMaxVarintBytes;
    return load_word(from - sizeof word);
  }
  const int bytes = std::countr_zero(word) + 1;
  from += bytes;
  return (word << (64 - 8 * bytes)) >> (64 - 7 * bytes);
}

// Differences of either sign as small numbers: 0, -1, 1, -2, … become 0, 1, 2, 3, …
constexpr std::uint64_t zigzag(std::uint64_t difference) {
  return (difference << 1) ^ (0 - (difference >> 63));
}
constexpr std::uint64_t unzigzag(std::uint64_t number) {
  return (number >> 1) ^ (0 - (number & 1));
}

}  // namespace steward
