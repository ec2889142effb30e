// The first step of a hunt: what the program's threads do when they go as they like says which
// accesses may race.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/explore/stage.h"
#include "cli/live/watch.h"
#include "report/report.h"

namespace steward::cli {

// One prediction, in two phases, of a program whose output goes nowhere. That it was killed because
// it took too long is a finding. Errors are sentences; one is also that the user wants to stop.
Result<report::Report, std::string> predict_unseen(const ControlledProgram& program,
                                                   const Patience& patience);
// The same in one phase: it takes more, but also tells what only atomics and signals keep apart.
Result<report::Report, std::string> predict_unselected(const ControlledProgram& program,
                                                       const Patience& patience);
// What a precise detector sees in one execution.
Result<report::Report, std::string> detect_unseen(const ControlledProgram& program,
                                                  const Patience& patience);

// Adds what `more` found to `all`: of a race that both have, the stronger verdict stays.
void add_findings(report::Report& all, report::Report more);

}  // namespace steward::cli
