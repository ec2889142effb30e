// The first phase of a prediction: runs the program for what the second is to look at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "channel/layout.h"
#include "cli/live/kept_input.h"
#include "cli/live/watch.h"
#include "cli/parse.h"
#include "report/live/channel_functions.h"
#include "report/live/prospects.h"
#include "report/report.h"

namespace steward::cli {

// The program's output goes nowhere, and nothing is reported. Its input: the same as in the second
// phase if that is a file or is kept, else nothing, which is left for the second.
struct FirstPhase {
  const std::string& path;
  const std::vector<std::string>& words;
  std::uint64_t max_memory = 0;
  channel::Atomics atomics = channel::Atomics::message;
  report::ChannelFunctions* functions = nullptr;  // by which objects change hands, if any
  KeptInput* input = nullptr;                     // if it is kept
  std::string unseen_input = {};                  // what it reads instead, if not empty
  Patience patience = {};                         // how long it may take
};
struct FirstPhaseResult {
  report::Prospects prospects;
  std::vector<report::Loss> loss;  // what the second may miss for that
};
Result<FirstPhaseResult, UsageError> run_first_phase(const FirstPhase& phase);

}  // namespace steward::cli
