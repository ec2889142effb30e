// What the controlled executions of a program say of a pair of statements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/explore/controlled_run.h"
#include "cli/explore/ending.h"
#include "report/rate.h"
#include "report/report.h"

namespace steward::cli {

// Enough of an execution to repeat it.
struct KeptRun {
  ControlledWish wish;
  std::vector<std::byte> schedule;
  Ending ending;
  std::set<std::string> opened;
  std::uint64_t stale_reads = 0;  // that were told
};

// `wish`: what was wanted of it, with its seed.
KeptRun keep(const ControlledWish& wish, const ControlledRun& run, Ending ending);

// Runs that ended in the same way.
struct Endings {
  report::Failure failure = report::Failure::crash;
  KeptRun kept;              // the first of them
  std::string first;         // the thread that had gone first in it, if the race happened
  bool freed_twice = false;  // in it, by that race
  std::uint64_t runs = 0;
};

// Runs that are not directed at any pair: what the program does on its own.
class Undirected {
 public:
  // `check`: a command of the user's that looks at the output, if there is one.
  void add(const ControlledWish& wish, const ControlledRun& run, const std::string& check = "");

  std::uint64_t runs() const { return runs_; }
  // In steps, of those that have an end; and if each access were one, too.
  std::uint64_t longest() const { return longest_; }
  std::uint64_t longest_if_all_watched() const { return longest_if_all_watched_; }
  bool all_hang() const;
  // The code of a program with which nothing is wrong.
  int usual_exit() const;

  struct Group {
    std::uint64_t runs = 0;
    KeptRun first;
  };
  // Those that failed, by how.
  std::map<report::Failure, Group> failures() const;

 private:
  std::uint64_t runs_ = 0, longest_ = 0, longest_if_all_watched_ = 0;
  std::map<report::Failure, Group> broken_;  // but for other exit codes:
  std::map<int, Group> exits_;               // all of them, since nobody knows yet which is usual
};

class Confirmation {
 public:
  // `location`: where they race, if that is known: the same two statements may race elsewhere as
  // well. `sure`: too few runs are to come for what never happens without a direction to mean much.
  explicit Confirmation(std::optional<report::Location> location, bool sure = false)
      : location_(std::move(location)), sure_(sure) {}

  void add(const ControlledWish& wish, const ControlledRun& run, const store::Usual& usual);

  report::Rate together() const { return {together_, runs_}; }
  report::Rate unordered() const { return {unordered_, runs_}; }
  // The race happened: either of them.
  report::Rate happened() const { return {happened_, runs_}; }
  // Of runs in which it did.
  const std::vector<Endings>& endings() const { return endings_; }
  std::uint64_t failed() const;
  // Of the others: whatever went wrong in them is not due to it.
  const std::vector<Endings>& endings_without() const { return endings_without_; }
  // As the threads stood there, or as happens-before has it; nothing if neither was seen.
  struct Example {
    report::Race race;
    report::Report report;  // with its threads and locks
    KeptRun kept;
  };
  const std::optional<Example>& example() const { return example_; }
  // Races of these statements at other locations, by their fingerprints.
  const std::map<std::string, Example>& elsewhere() const { return elsewhere_; }

  // Whether a failure, one of endings(), never comes without a direction in as many runs: then it
  // is due to this race or another one.
  bool needs_direction(const Endings& ending, const Undirected& undirected) const;
  bool is_here(const report::Race& race) const {
    return !location_ || may_be_same_location(*location_, race.location);
  }
  std::optional<report::RealBy> real_by() const;

 private:
  const std::optional<report::Location> location_;
  const bool sure_;
  std::uint64_t runs_ = 0, together_ = 0, unordered_ = 0, happened_ = 0;
  std::vector<Endings> endings_, endings_without_;
  std::optional<Example> example_;
  std::map<std::string, Example> elsewhere_;
};

}  // namespace steward::cli
