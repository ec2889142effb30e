// Runs that watch some locations only, for the sake of speed.
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "base/hash_map.h"

namespace steward {

// How many of 100 locations are watched; 0: all.
[[gnu::visibility("hidden")]] extern std::uint32_t sample_of_100;

// The same ones from the start to the end of a process: lines of memory, so that objects are
// watched rather as a whole.
inline bool is_sampled(const void* address) {
  constexpr std::uint64_t kLine = 64;
  if (sample_of_100 == 0) [[likely]]
    return true;
  return mix_bits(reinterpret_cast<std::uint64_t>(address) / kLine) % 100 < sample_of_100;
}

}  // namespace steward
