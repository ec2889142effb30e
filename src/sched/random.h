// All chance of an execution: numbers from a seed.
#pragma once

#include <cstdint>

namespace steward {

// xoshiro256** by Blackman and Vigna. Its state comes from the seed through splitmix64, so that
// neighbouring seeds, as people use them, give streams that have nothing to do with each other.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = split(seed);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotated(state_[3], 45);
    return result;
  }

  // Each number below `bound` with the same probability: the upper half of a product maps 2^64
  // numbers onto `bound` of them, and the few that would give some of them one more are drawn
  // again. REQUIRES: bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
    Wide product = static_cast<Wide>(next()) * bound;
    while (static_cast<std::uint64_t>(product) < surplus)
      product = static_cast<Wide>(next()) * bound;
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::uint64_t rotated(std::uint64_t word, int bits) {
    return (word << bits) | (word >> (64 - bits));
  }
  static constexpr std::uint64_t split(std::uint64_t& counter) {
    std::uint64_t word = counter += 0x9e3779b97f4a7c15u;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
  }

  std::uint64_t state_[4] = {};
};

}  // namespace steward
