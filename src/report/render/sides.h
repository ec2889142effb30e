// The two threads of a race next to each other, with the source where they stand, and what the race
// has done.
#pragma once

#include <iosfwd>

#include "report/report.h"

namespace steward::report {

void render_sides(const Race& race, std::ostream& out);
// In how many runs what happened, and each piece of evidence.
void render_evidence(const Race& race, std::ostream& out);

}  // namespace steward::report
