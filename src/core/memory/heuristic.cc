#include "core/memory/heuristic.h"

namespace steward {
namespace {

// The nth of those that count. REQUIRES: n is below their number.
std::size_t find(std::span<const std::uint64_t> values, std::optional<std::uint64_t> but,
                 std::uint64_t n) {
  std::size_t i = 0;
  while (values[i] == but || n-- > 0) ++i;
  return i;
}
std::uint64_t count(std::span<const std::uint64_t> values, std::optional<std::uint64_t> but) {
  std::uint64_t found = 0;
  for (const std::uint64_t value : values)
    if (value != but) ++found;
  return found;
}

}  // namespace

std::size_t pick(Heuristic heuristic, std::span<const std::uint64_t> values,
                 std::optional<std::uint64_t> last, Draw draw) {
  const std::size_t latest = values.size() - 1;
  if (latest == 0 || heuristic == Heuristic::latest || draw(kFairness) == 0) return latest;
  const bool different =
      heuristic == Heuristic::oldest_but_different || heuristic == Heuristic::random_but_different;
  const bool random =
      heuristic == Heuristic::random || heuristic == Heuristic::random_but_different;
  const std::optional<std::uint64_t> but = different ? last : std::nullopt;
  const std::uint64_t choices = count(values, but);
  if (choices == 0) return latest;
  return find(values, but, random && choices > 1 ? draw(choices) : 0);
}

}  // namespace steward
