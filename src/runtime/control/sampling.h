// Runs that watch some locations only, for the sake of speed.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "core/event/types.h"

namespace steward {

// How many of 100 locations are watched; 0: all.
[[gnu::visibility("hidden")]] extern std::uint32_t sample_of_100;

// The same ones from the start to the end of a process: lines of memory, so that objects are
// watched rather as a whole.
inline bool is_sampled(Address address) {
  constexpr std::uint64_t kLine = 64;
  if (sample_of_100 == 0) [[likely]]
    return true;
  return mix_bits(address.value() / kLine) % 100 < sample_of_100;
}
inline bool is_sampled(const void* address) {
  return is_sampled(Address(reinterpret_cast<std::uint64_t>(address)));
}

}  // namespace steward
