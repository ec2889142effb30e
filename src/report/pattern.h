// The patterns of suppression files: a substring, unless anchored by `^` at the start or `$` at the
// end; `*` stands for any text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace steward::report {

class Pattern {
 public:
  explicit Pattern(std::string_view text);

  bool matches(std::string_view subject) const;

 private:
  std::vector<std::string> pieces_;  // what stands between the stars, in order
  bool at_start_ = false;            // the first piece begins the subject
  bool at_end_ = false;              // the last piece ends it
};

}  // namespace steward::report
