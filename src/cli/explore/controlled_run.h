// One controlled execution of a program.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "channel/exploration.h"
#include "report/live/live_report.h"
#include "report/report.h"

namespace steward::cli {

struct ControlledProgram {
  std::string path;
  std::vector<std::string> words;
  std::string preload;
  std::string folder;          // for temporary files
  std::uint64_t seconds = 60;  // whoever takes longer is killed
  unsigned processor = 0;
  report::SymbolCache* symbols = nullptr;
};

struct ControlledWish {
  channel::ExplorationHeader header;
  std::vector<channel::StatementRange> ranges;
  std::vector<channel::StatementPair> pairs;
};

// Two threads stood at a race at the same time.
struct Meeting {
  std::uint64_t first = 0, second = 0;  // statements, of whoever went first and of the other
  std::uint64_t step = 0;
  report::Race race;
};

struct ControlledRun {
  int status = 0;             // as waitpid gives it
  bool overdue = false;       // it was killed because it took too long
  std::uint64_t watched = 0;  // processes
  std::uint64_t steps = 0;
  std::vector<Meeting> meetings;
  report::Report report;  // races by happens-before, findings, threads, locks, loss
  std::string output;     // the end of what it wrote to stdout and stderr
};

// The error is a sentence. `look(live)` is called when the program has ended, if given.
Result<ControlledRun, std::string> run_controlled(
    const ControlledProgram& program, const ControlledWish& wish,
    const std::function<void(const report::LiveReport&)>& look = {});

}  // namespace steward::cli
