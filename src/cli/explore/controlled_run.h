// One controlled execution of a program: what is wanted of it, and what came of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "channel/exploration.h"
#include "channel/layout.h"
#include "report/report.h"

namespace steward::cli {

struct ControlledWish {
  channel::ExplorationHeader header;
  std::vector<channel::StatementRange> ranges;
  std::vector<channel::StatementPair> pairs;
  std::vector<channel::PlanEntry> tracked = {};
  std::vector<std::byte> expected = {};  // the schedule of an execution that it is to repeat
};

// Two threads stood at a race at the same time.
struct Meeting {
  std::uint64_t first = 0, second = 0;  // statements, of whoever went first and of the other
  std::uint64_t step = 0;
  report::Race race;
};

// Accesses at the two statements of a pair raced by happens-before.
struct Unordered {
  std::uint64_t first = 0, second = 0;  // statements, of the earlier access and of the later
  report::Race race;
};

// A read got a value that was not there any more.
struct StaleRead {
  report::FoundItem read;
  report::Race race;  // by which it could
};

struct ControlledRun {
  int status = 0;             // as waitpid gives it
  std::uint64_t overdue = 0;  // it was killed because it took longer than so many seconds
  bool interrupted = false;   // because the user wants to stop
  std::uint64_t watched = 0;  // processes
  std::uint64_t steps = 0;
  std::uint64_t accesses = 0;
  channel::MemoryCounts memory;         // of tracked locations
  std::uint64_t stale_count = 0;        // of reads that were told,
  std::optional<StaleRead> stale_read;  // the last one
  std::vector<Meeting> meetings;
  std::vector<Unordered> unordered;
  report::Report report;                 // races by happens-before, findings, threads, locks, loss
  std::string output;                    // the end of what it wrote to stdout and stderr
  std::vector<std::byte> schedule;       // what was decided
  std::set<std::string> opened;          // files that it read, as it calls them
  std::vector<std::uint64_t> processes;  // their numbers
  std::set<std::string> suppressions;    // that they bring along
};

}  // namespace steward::cli
