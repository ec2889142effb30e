// Functions of the program by which objects change hands, as the user has named them. Only the tool
// knows names, so each process asks it where they are in its modules (Kind::functions); the answers
// are in a file that all of them share.
#pragma once

#include <cstdint>

namespace steward::channel {

// How the tool says where the answers are; without that nobody asks.
inline constexpr char kFunctionsVariable[] = "STEWARD_FUNCTIONS";

// A bit for each of the user's channels.
using Channels = std::uint32_t;
inline constexpr unsigned kMostChannels = 32;

// Those of one answer do not overlap, and lie in the order of their addresses.
struct FunctionEntry {
  std::uint64_t question = 0;        // that this belongs to the answer of
  std::uint64_t begin = 0, end = 0;  // of its code, in the process that asked
  std::uint64_t number = 0;          // by which the process tells that it was called
  Channels sends = 0, receives = 0;  // when it begins; until it ends
};

}  // namespace steward::channel
