// Turns what a detector finds in a trace into a report: the one place where races get their names.
//
// While the trace is read, the collector sees its events and findings and keeps only what is
// distinct; names, locks and ids are looked up at the end, when all of them are known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/detect/finding.h"
#include "core/lockset/lockset.h"
#include "report/grouping.h"
#include "report/report.h"
#include "report/trace_facts.h"
#include "trace/names.h"

namespace steward::report {

// What a finding of the detector at work is worth.
struct Judgement {
  Verdict verdict = Verdict::potential;
  std::optional<RealBy> real_by;
  bool by_locks = false;  // locksets decided: hints about locks make sense
  SameRace same = SameRace::by_object_and_kinds;
};

class Collector {
 public:
  using LocksOf = std::function<std::span<const HeldLock>(LocksetId)>;

  // More distinct races than anyone will read, in memory that does not hurt.
  static constexpr std::size_t kMostRaces = 100'000;

  // `names` must outlive the collector.
  Collector(const Names& names, Judgement judgement, std::size_t most_races = kMostRaces)
      : names_(names),
        judgement_(judgement),
        races_(names, judgement.same, most_races),
        kept_apart_(names, judgement.same, most_races) {}

  // Every event of the trace, once.
  void observe(const Event& e) { facts_.observe(e); }
  void add(const Finding& finding);
  // Distinct races so far.
  std::uint64_t races() const { return races_.groups().size(); }

  // Fills in races, pairs kept apart, threads and locks, and adds to loss what was not kept. Call
  // once, at the end.
  void finish(const LocksOf& locks_of, Report& report);

 private:
  const Names& names_;
  const Judgement judgement_;
  TraceFacts facts_;
  FindingGroups races_;
  FindingGroups kept_apart_;
};

}  // namespace steward::report
