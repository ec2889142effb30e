// Several reports as one. Each calls its threads and locks T1, M1 in its own way, so that what one
// calls M1 is another lock in the next.
#pragma once

#include "report/report.h"

namespace steward::report {

// Adds the threads and locks of `more` to `all`. What `all` has already is not added again; what
// has the name of something else there gets a new one, also where the races and findings of `more`
// speak of it. These are not moved.
void adopt_names(Report& all, Report& more);

}  // namespace steward::report
