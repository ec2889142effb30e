#include "cli/near_match.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace steward::cli {
namespace {

// How many letters must be added, taken away or replaced to make one the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string_view> near_matches(std::string_view word,
                                           std::span<const std::string_view> known) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const std::string_view candidate : known) {
    const bool is_start = word.size() >= 2 && candidate.starts_with(word);
    const std::size_t distance = is_start ? 0 : edit_distance(word, candidate);
    // Beyond a third of the letters it is another word, not a slip.
    if (distance * 3 <= std::max(word.size(), candidate.size()))
      ranked.push_back({distance, candidate});
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string_view> result;
  for (const auto& [distance, candidate] : ranked) result.push_back(candidate);
  return result;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  std::string text;
  for (const std::string_view match : near_matches(word, known)) {
    text += text.empty() ? "; did you mean '" : " or '";
    text += match;
    text += '\'';
  }
  return text.empty() ? text : text + "?";
}

}  // namespace steward::cli
