// Which of the values that a read may return it does: the heuristics of adversarial memory
// (Flanagan and Freund, PLDI 2010, §5.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/function_ref.h"

namespace steward {

enum class Heuristic : std::uint8_t {
  latest,  // the paper's Sequentially-Consistent
  oldest,
  oldest_but_different,
  random,
  random_but_different,
};
inline constexpr int kHeuristics = 5;

// A number below the bound, from the seed of the execution.
using Draw = FunctionRef<std::uint64_t(std::uint64_t bound)>;

// About so many reads of a variable get one that is the latest: who waits for a value must see it
// some time.
inline constexpr std::uint64_t kFairness = 16;

// Which of `values`, the oldest first. `last`: what was read of the variable last, by anybody: the
// different ones differ from that; if there is none, it is the latest. REQUIRES: there is a value.
std::size_t pick(Heuristic heuristic, std::span<const std::uint64_t> values,
                 std::optional<std::uint64_t> last, Draw draw);

}  // namespace steward
