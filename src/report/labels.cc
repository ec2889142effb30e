#include "report/labels.h"

#include <algorithm>
#include <set>

namespace steward::report {
namespace {

bool has_form(const std::string& name, char prefix) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool leading_zero = name.size() > 2 && name[1] == '0';
  return name.size() >= 2 && name.size() <= 10 && name[0] == prefix && !leading_zero &&
         std::all_of(name.begin() + 1, name.end(), is_digit);
}

}  // namespace

Labels::Labels(char prefix, std::uint64_t first_number,
               const std::map<std::uint64_t, std::string>& names) {
  std::set<std::string> taken;
  for (const auto& [number, name] : names) {
    if (has_form(name, prefix) && taken.insert(name).second) labels_[number] = name;
  }
  std::uint64_t next = first_number;
  for (const auto& [number, name] : names) {
    if (labels_.contains(number)) continue;
    std::string label;
    do {
      label = prefix + std::to_string(next++);
    } while (!taken.insert(label).second);
    labels_[number] = std::move(label);
  }
}

}  // namespace steward::report
