// Runs a program under the watch of an analysis: what run, record, guard and predict have in
// common.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "channel/layout.h"
#include "cli/command.h"
#include "cli/live/options.h"
#include "cli/parse.h"
#include "cli/reporting.h"
#include "report/report.h"

namespace steward::cli {

struct LiveRun {
  const char* command = "run";         // as the report calls it
  std::string analysis = "fasttrack";  // of the library that is loaded
  report::Verdict verdict = report::Verdict::real;
  std::string trace = {};  // also written there; empty: none is
  channel::OnRace on_race = channel::OnRace::go_on;
  channel::Uncaught uncaught = channel::Uncaught::end_thread;
  std::string on_race_in = {};  // "MODULE=WHAT,…"
  std::uint32_t sample = 0;     // how many of 100 locations are watched; 0: all
  channel::Atomics atomics = channel::Atomics::message;
  channel::ConstantWrites constant_writes = channel::ConstantWrites::tell;
  std::string channels = {};     // a file of functions by which objects change hands; empty: none
  bool under_gdb = false;        // which stops it at each race: see debugger.h
  bool two_phases = false;       // the first selects what the second watches: see first_phase.h
  bool keeps_exit_code = false;  // what was reported changes it only if that is asked for
};

// What the command line leaves open, the environment may say.
Result<void, UsageError> combine(const Arguments& arguments, bool keeps_exit_code,
                                 LiveOptions& options, Reporting& reporting);

// Returns the exit code of the tool. REQUIRES that the command has live_options().
int run_live(const Arguments& arguments, const LiveRun& wish);

// `own`, followed by those that all these commands take: reporting_options() and the program.
std::vector<Option> live_options(std::vector<Option> own);
Option halt_option();
Option detector_option();

}  // namespace steward::cli
