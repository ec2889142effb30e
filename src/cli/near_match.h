// "Did you mean": which known words are close to one that is unknown.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steward::cli {

// Closest first; empty if none is close enough to be meant.
std::vector<std::string_view> near_matches(std::string_view word,
                                           std::span<const std::string_view> known);

// "; did you mean 'analyze' or 'convert'?", or nothing.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace steward::cli
