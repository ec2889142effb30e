// The first step of a hunt: what the program's threads do when they go as they like says which
// accesses may race.
#pragma once

#include <atomic>
#include <string>

#include "base/result.h"
#include "cli/explore/stage.h"
#include "report/report.h"

namespace steward::cli {

// One prediction, in two phases, of a program whose output goes nowhere; killed if `stop` becomes
// true. Errors are sentences; one is also that the user wants to stop.
Result<report::Report, std::string> predict_unseen(const ControlledProgram& program,
                                                   const std::atomic<bool>& stop);
// What a precise detector sees in one execution.
Result<report::Report, std::string> detect_unseen(const ControlledProgram& program,
                                                  const std::atomic<bool>& stop);

// Adds what `more` found to `all`: of a race that both have, the stronger verdict stays.
void add_findings(report::Report& all, report::Report more);

}  // namespace steward::cli
