// What executions with stale values say of a location: whether its races hurt.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "channel/exploration.h"
#include "cli/explore/confirmation.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/ending.h"
#include "report/rate.h"
#include "report/report.h"

namespace steward::cli {

// Executions without a stale value: what the program does on its own.
class Undisturbed {
 public:
  // `check`: the user's command, if there is one.
  explicit Undisturbed(std::string check = "") : check_(std::move(check)) {}

  // Those in which nothing is tracked, and those in which accesses of the location are decisions.
  void add(const ControlledWish& wish, const ControlledRun& run) {
    plain_.add(wish, run, check_);
    note(run);
  }
  void add_tracked(const ControlledWish& wish, const ControlledRun& run) {
    tracked_.add(wish, run, check_);
    note(run);
  }
  // Of the location that comes next: what was seen of the one before counts no more.
  void begin_location() { tracked_ = {}; }

  const Undirected& plain() const { return plain_; }
  const Undirected& tracked() const { return tracked_; }
  std::uint64_t longest() const { return std::max(plain_.longest(), tracked_.longest()); }
  store::Usual usual() const;
  // In how many of all these the program failed in that way.
  report::Rate failing(report::Failure failure) const;

 private:
  void note(const ControlledRun& run);

  const std::string check_;
  Undirected plain_, tracked_;
  // What was written by those that ended by themselves, by their exit code.
  struct Outputs {
    std::set<std::string> hashes;  // two of them are as good as many
    std::uint64_t runs = 0;
  };
  std::map<int, Outputs> outputs_;
  std::uint64_t accesses_ = 0;
};

// Executions by one heuristic.
struct HeuristicRuns {
  std::uint64_t runs = 0, choices = 0, stale = 0, failed = 0, slow = 0;
  double seconds = 0;
};

// A way to fail that needs a stale value, or slowness by one.
struct Harm {
  report::Failure failure = report::Failure::crash;
  channel::Stale heuristic = channel::Stale::latest;  // of the first
  KeptRun kept;
  std::optional<StaleRead> read;  // the last one before it
  report::Report around;          // with its threads and locks
  std::uint64_t runs = 0;
};

class Classification {
 public:
  // `sure`: too few runs are to come for what never happens without stale values to mean much.
  explicit Classification(store::Usual usual, bool sure = false)
      : usual_(std::move(usual)), sure_(sure) {}

  // The execution with that seed in which every read gets the latest value: with what the others of
  // the seed are compared.
  void add_sequential(const ControlledWish& wish, const ControlledRun& run);
  // One by a heuristic. REQUIRES: that with its seed was added.
  void add(const ControlledWish& wish, const ControlledRun& run);

  const HeuristicRuns& by(channel::Stale heuristic) const {
    return by_heuristic_[static_cast<std::size_t>(heuristic)];
  }
  HeuristicRuns all() const;
  void set_seconds(channel::Stale heuristic, double seconds) {
    by_heuristic_[static_cast<std::size_t>(heuristic)].seconds = seconds;
  }
  // All there are, whatever else may explain them: see is_due_to_stale_values().
  const std::vector<Harm>& harms() const { return harms_; }
  // Whether chance hardly explains that the program fails so much more often with stale values than
  // without: from the first of them on schedules differ, too.
  bool is_due_to_stale_values(const Harm& harm, const Undisturbed& undisturbed) const;
  // Failures of sequential executions, by what failed.
  const std::vector<Harm>& by_schedule() const { return by_schedule_; }
  // A race of the location as it was seen, by fingerprint.
  const std::map<std::string, std::pair<report::Race, report::Report>>& races() const {
    return races_;
  }
  // Runs that were killed for the time they took.
  std::uint64_t overdue() const { return overdue_; }
  std::uint64_t unseen_writes() const { return unseen_; }
  // The most that was seen in one execution.
  const channel::MemoryCounts& memory() const { return memory_; }

 private:
  void note(const channel::MemoryCounts& counts);
  static Harm& harm_of(report::Failure failure, std::vector<Harm>& harms);

  const store::Usual usual_;
  const bool sure_;
  std::map<std::uint64_t, Ending> sequential_;  // by seed, if it failed
  std::array<HeuristicRuns, std::size(channel::kStaleWords)> by_heuristic_ = {};
  std::vector<Harm> harms_, by_schedule_;
  std::map<std::string, std::pair<report::Race, report::Report>> races_;
  std::uint64_t overdue_ = 0, unseen_ = 0;
  channel::MemoryCounts memory_;
};

}  // namespace steward::cli
