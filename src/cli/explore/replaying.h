// Repeats one controlled execution before the user's eyes.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/props.h"

namespace steward::cli {

struct Repetition {
  ControlledWish wish;
  std::string race;               // the id of the race that it shows, if it does
  std::uint64_t stale_reads = 0;  // the last of which is of interest
};

// stdout is the program's; what it writes to stderr is shown, and kept in the run's output. What
// is found on the way is printed to stderr at once. `exit_code`: of a program that cannot go on.
// The error is a sentence.
Result<ControlledRun, std::string> run_visibly(const ControlledProgram& program,
                                               const Repetition& what, int exit_code);

// The same under gdb, which stops at the race, and at the stale read: its status is gdb's.
Result<ControlledRun, std::string> run_under_gdb(const ControlledProgram& program,
                                                 const Repetition& what);

}  // namespace steward::cli
