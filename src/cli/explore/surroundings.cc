#include "cli/explore/surroundings.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unistd.h>

namespace steward::cli {
namespace {

constexpr char kFiller[] = "STEWARD_FILLER";
// More than most environments have, so that they all come to the same size.
constexpr std::size_t kSize = 16384;

// A text "NAME=VALUE", its end, and a pointer to it.
std::size_t size_of(std::size_t name, std::size_t value) {
  return name + 1 + value + 1 + sizeof(char*);
}

}  // namespace

Environment own_environment() {
  Environment all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t end = std::min(text.find('='), text.size());
    all.emplace_back(text.substr(0, end), end == text.size() ? "" : text.substr(end + 1));
  }
  return all;
}

Environment surroundings(const Environment& base, const Environment& over, const std::string& path,
                         const std::vector<std::string>& words) {
  Environment all;
  for (const auto& variable : base) {
    const bool replaced = std::any_of(
        over.begin(), over.end(), [&](const auto& other) { return other.first == variable.first; });
    if (!replaced && variable.first != kFiller) all.push_back(variable);
  }
  all.insert(all.end(), over.begin(), over.end());
  std::size_t size = size_of(sizeof kFiller - 1, 0) + path.size();
  for (const std::string& word : words) size += word.size() + 1 + sizeof(char*);
  for (const auto& [name, value] : all) size += size_of(name.size(), value.size());
  all.emplace_back(kFiller, std::string((kSize - size % kSize) % kSize, '.'));
  return all;
}

}  // namespace steward::cli
