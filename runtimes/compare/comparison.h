// What a configuration reports of an execution, beside the truth about the program's races.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "base/result.h"
#include "compare/configuration.h"
#include "compare/racy.h"
#include "trace/reader.h"

namespace steward::compare {

// Accesses, and from how many places in the program they came.
struct Count {
  std::uint64_t accesses = 0;
  std::uint64_t places = 0;
};

struct Judged {
  Count racy;
  Count wrong;   // reported, and no race of the program's
  Count missed;  // a race of the program's, and not reported
};

struct Comparison {
  std::uint64_t events = 0;
  std::uint64_t accesses = 0;                                 // the program's
  Count racy;                                                 // of these, in truth
  std::array<Judged, kConfigurations.size()> configurations;  // in their order
};

// Where the program races, as the run-time system wrote it down: "file:line" of racy accesses.
Result<std::set<std::string>, std::string> racy_lines(Reader& truth);

// `recorded`: the execution as it was seen from outside; `truth`: as the run-time system wrote it
// down. An error if these are not the same accesses in the same order.
Result<Comparison, std::string> compare(Reader& recorded, Reader& truth);

}  // namespace steward::compare
