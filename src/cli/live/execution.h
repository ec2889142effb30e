// An execution of a program under the watch of an analysis, threads going as they like.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "channel/layout.h"
#include "cli/live/first_phase.h"
#include "cli/live/kept_input.h"
#include "cli/live/watch.h"
#include "report/live/channel_functions.h"
#include "report/live/live_report.h"

namespace steward::cli {

struct LiveJob {
  const std::vector<std::string>& words;
  std::string path;
  std::string preload;
  int exit_code = 0;             // of a process for which the audience wants it; 0: its own
  std::uint64_t max_memory = 0;  // in bytes
  std::string trace = {};        // empty: none is written
  channel::OnRace on_race = channel::OnRace::go_on;
  // Of `guard`: what becomes of exceptions that nobody catches, modules in which something else is
  // done at races, how many of 100 locations are watched (0: all).
  channel::Uncaught uncaught = channel::Uncaught::end_thread;
  std::string on_race_in = {};
  std::uint32_t sample = 0;
  channel::Atomics atomics = channel::Atomics::message;
  channel::ConstantWrites constant_writes = channel::ConstantWrites::tell;
  bool under_gdb = false;
  report::ChannelFunctions* functions = nullptr;  // by which objects change hands, if any
  KeptInput* input = nullptr;     // if it comes through a pipe, and runs are several
  std::string unseen_input = {};  // not empty: output goes nowhere, and this is what it reads
  Patience patience = {};         // how long it may take
};

// Whoever follows an execution.
class Spectator : public report::Audience {
 public:
  // The processes to come use this channel, which says how those end that have failed.
  virtual void expect_from(channel::Header&) {}
  // That is the first of them.
  virtual void begins(pid_t) {}
  // It has seen enough: the program is not to run again.
  virtual bool has_enough() const { return false; }
};

struct Execution {
  pid_t process = 0;
  Watched watched;
  bool interrupted = false;        // by the user
  std::uint64_t runs = 1;          // until it was right
  std::uint64_t excess_locks = 0;  // that a thread held beyond what was expected
};

// Runs the program once, from its start to its end. Errors are sentences.
Result<Execution, std::string> execute(const LiveJob& job, Spectator& audience,
                                       report::LiveReport& live, const std::string& plan = "");

// The second phase of a prediction, again and again until it is right.
Result<Execution, std::string> execute_planned(const LiveJob& job, Spectator& audience,
                                               report::LiveReport& live,
                                               const report::Prospects& prospects);

}  // namespace steward::cli
