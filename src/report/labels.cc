#include "report/labels.h"

#include <algorithm>

namespace steward::report {
namespace {

bool has_form(const std::string& name, char prefix) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool leading_zero = name.size() > 2 && name[1] == '0';
  return name.size() >= 2 && name.size() <= 10 && name[0] == prefix && !leading_zero &&
         std::all_of(name.begin() + 1, name.end(), is_digit);
}

}  // namespace

Labels::Labels(char prefix, Unnamed unnamed, const std::map<std::uint64_t, std::string>& names) {
  for (const auto& [number, name] : names) {
    if (has_form(name, prefix)) take(number, name);
  }
  if (unnamed == Unnamed::keep_number) {
    for (const auto& [number, name] : names) take(number, prefix + std::to_string(number));
  }
  std::uint64_t next = 1;
  for (const auto& [number, name] : names) {
    while (!labels_.contains(number)) take(number, prefix + std::to_string(next++));
  }
}

void Labels::take(std::uint64_t number, const std::string& label) {
  if (labels_.contains(number) || !taken_.insert(label).second) return;
  labels_[number] = label;
}

}  // namespace steward::report
