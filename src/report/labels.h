// The short names of threads and locks in a report: T1, M1.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace steward::report {

// Gives each number a label of its own: the prefix and digits. A thing whose own name has that form
// keeps it, so that "T3" of a trace is not shown as T0; others take the smallest free number, in the
// order of their own.
class Labels {
 public:
  // `names`: by number; empty for what has no name.
  Labels(char prefix, std::uint64_t first_number, const std::map<std::uint64_t, std::string>& names);

  // REQUIRES: `number` was among the names.
  const std::string& of(std::uint64_t number) const { return labels_.at(number); }

 private:
  std::map<std::uint64_t, std::string> labels_;
};

}  // namespace steward::report
