// The locations of which it is to be found out whether their races hurt.
//
// A location class is a variable, a member of it or elements of an array; or a member of all blocks
// that one call allocates; or what some statements access, on stacks and wherever else memory has
// no name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "channel/exploration.h"
#include "report/live/live_report.h"
#include "report/report.h"

namespace steward::cli {

struct LocationClass {
  std::string text;                              // as people call it
  std::vector<report::Race> races;               // of it, as a report has them; perhaps none
  std::vector<channel::PlanEntry> tracked;       // its memory, or
  std::vector<channel::StatementRange> finders;  // the accesses by which it is found
  // Its type is known, and is no pointer: 8 bytes of it may be torn into halves.
  bool may_tear = false;
};

// Those of which races are known, one after the other; `left_out` gets a sentence for each race
// whose location cannot be found in the program's modules.
std::vector<LocationClass> classes_of(const std::vector<report::Race>& races,
                                      const report::LiveReport& live,
                                      std::vector<std::string>& left_out);

// The memory at which a race happens, to be found in other runs as well. None if it cannot be, or
// if it is all of a block, which is freed.
std::vector<channel::PlanEntry> bytes_raced_for(const report::Race& race,
                                                const report::LiveReport& live);

// A variable by its name, or a part of it: "counter", "stats.hits", "table[3].count"; "*": all
// those of the program itself at once. `races`: those known that may be of it. The error is a
// sentence.
Result<LocationClass, std::string> class_named(const std::string& name,
                                               const std::vector<report::Race>& races,
                                               const report::LiveReport& live);

}  // namespace steward::cli
