// The short names of threads and locks in a report: T1, M1.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace steward::report {

// Whether a thing without a usable name is called by its own number, or by the next that is free.
enum class Unnamed : std::uint8_t { keep_number, count_from_one };

// Gives each number a label of its own: the prefix and digits. A thing whose own name has that form
// keeps it, so that "T3" of a trace is not shown as T0.
class Labels {
 public:
  // `names`: by number; empty for what has no name.
  Labels(char prefix, Unnamed unnamed, const std::map<std::uint64_t, std::string>& names);

  // REQUIRES: `number` was among the names.
  const std::string& of(std::uint64_t number) const { return labels_.at(number); }

 private:
  // Unless the number has a label or the label a number.
  void take(std::uint64_t number, const std::string& label);

  std::set<std::string> taken_;
  std::map<std::uint64_t, std::string> labels_;
};

}  // namespace steward::report
