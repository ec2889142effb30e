// What people read of a location that was classified, beside its races.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/explore/classification.h"
#include "cli/explore/location_class.h"
#include "report/report.h"

namespace steward::cli {

// By each heuristic: in how many runs the adversary had a choice, and what went wrong. `report`:
// has the races, with their evidence.
void print_classification(const LocationClass& location, const Classification& found,
                          const Undisturbed& undisturbed, const report::Report& report,
                          std::ostream& out);

// The command that repeats a run of the location without any store. `program`: its words.
std::string command_for(const LocationClass& location, const Harm& harm,
                        const std::vector<std::string>& program);

}  // namespace steward::cli
