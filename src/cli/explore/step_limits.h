// How many steps a controlled execution may take before it counts as a hang.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace steward::cli {

// As long as nothing is known of the program.
inline constexpr std::uint64_t kManySteps = 10'000'000;

// Of one whose longest undisturbed execution took so many. A power of two: a little more known of
// the program is no reason for another limit.
inline std::uint64_t most_steps_for(std::uint64_t longest) {
  constexpr std::uint64_t kTimes = 20;
  constexpr std::uint64_t kFew = 100'000;
  return std::bit_ceil(std::max(kTimes * longest, kFew));
}

// Of one at no pair, on the word of a few executions: there may well be longer ones.
inline std::uint64_t most_steps_without_pair(std::uint64_t longest_of_few) {
  constexpr std::uint64_t kLeast = 1'000'000;
  return std::clamp(most_steps_for(longest_of_few), kLeast, kManySteps);
}

}  // namespace steward::cli
