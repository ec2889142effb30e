// What the controlled executions of a program say of a pair of statements.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/explore/controlled_run.h"
#include "cli/explore/ending.h"
#include "cli/explore/rate.h"
#include "report/report.h"

namespace steward::cli {

// Runs that ended in the same way.
struct Endings {
  report::Failure failure = report::Failure::crash;
  std::string detail;      // of the first of them
  std::uint64_t seed = 0;  // of the first of them
  std::string first;       // the thread that had gone first in it
  std::uint64_t runs = 0;
  // By which of the two statements had gone first when they first met.
  std::array<std::uint64_t, 2> by_order = {};
};

// Runs without a direction: what the program does on its own.
struct Undirected {
  std::uint64_t runs = 0;
  std::map<report::Failure, std::uint64_t> failures;
  std::map<int, std::uint64_t> exits;
  std::uint64_t longest = 0;  // in steps

  void add(const ControlledRun& run);
  // The code of a program with which nothing is wrong.
  int usual_exit() const;
};

class Confirmation {
 public:
  // Statements are 1 and 2, or twice 1.
  explicit Confirmation(bool same_statement) : same_statement_(same_statement) {}

  void add(const ControlledRun& run, std::uint64_t seed, int usual_exit);

  Rate together() const { return {together_, runs_}; }
  Rate unordered() const { return {unordered_, runs_}; }
  const std::vector<Endings>& endings() const { return endings_; }
  std::uint64_t failed() const;
  // As the threads stood there, or as happens-before has it; nothing if neither was seen.
  const std::optional<report::Race>& example() const { return example_; }
  // With its threads and locks.
  const report::Report& example_report() const { return example_report_; }

  // Whether a failure is due to the race: it depends on who goes first, or never comes without a
  // direction in as many runs.
  bool is_evidence(const Endings& ending, const Undirected& undirected) const;
  report::Verdict verdict(const Undirected& undirected) const;
  std::optional<report::RealBy> real_by() const;

 private:
  Endings& endings_with(const Ending& ending);

  const bool same_statement_;
  std::uint64_t runs_ = 0, together_ = 0, unordered_ = 0;
  std::array<std::uint64_t, 2> by_order_ = {};
  std::vector<Endings> endings_;
  std::optional<report::Race> example_;
  report::Report example_report_;
};

}  // namespace steward::cli
