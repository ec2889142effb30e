// The source around a place, if it can be read where the debug information says it is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/report.h"

namespace steward::report {

struct SourceLine {
  std::uint32_t number = 0;
  std::string text;  // without its end
};

class SourceLines {
 public:
  // So many lines before the frame's and after it, with it; none if the source cannot be read.
  std::vector<SourceLine> around(const Frame& frame, std::uint32_t before, std::uint32_t after);

 private:
  const std::vector<std::string>& lines_of(const std::string& file);
  std::map<std::string, std::vector<std::string>> files_;  // empty: it cannot be read
};

}  // namespace steward::report
