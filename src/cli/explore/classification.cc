#include "cli/explore/classification.h"

#include <algorithm>
#include <sys/wait.h>

namespace steward::cli {

using report::Failure;

namespace {

// A hang counts only if who spins saw the latest value so often.
constexpr std::uint64_t kPatience = 8;

bool is_unfair(const ControlledRun& run) {
  return run.memory.patience != 0 && run.memory.patience - 1 < kPatience;
}

}  // namespace

void Undisturbed::note(const ControlledRun& run) {
  accesses_ = std::max(accesses_, run.accesses);
  // More than one is as good as many.
  if (WIFEXITED(run.status) && outputs_.size() < 2) outputs_.insert(store::hash_of(run.output));
}

store::Usual Undisturbed::usual(const std::string& check) const {
  store::Usual usual(plain_.usual_exit());
  usual.check = check;
  usual.accesses = accesses_;
  if (outputs_.size() == 1) usual.output = *outputs_.begin();
  return usual;
}

Harm& Classification::harm_of(Failure failure, std::vector<Harm>& harms) {
  for (Harm& known : harms)
    if (known.failure == failure) return known;
  harms.emplace_back().failure = failure;
  return harms.back();
}

void Classification::add_sequential(const ControlledWish& wish, const ControlledRun& run) {
  HeuristicRuns& runs = by_heuristic_[0];
  ++runs.runs;
  if (run.memory.choices > 0) ++runs.choices;
  const Ending ending = ending_of(run, usual_);
  if (!ending.failure || ending.failure == Failure::slow) return;
  ++runs.failed;
  sequential_[wish.header.seed] = ending;
  Harm& same = harm_of(*ending.failure, by_schedule_);
  if (same.runs++ > 0) return;
  same.kept = keep(wish, run, ending);
  same.around = run.report;
}

void Classification::add(const ControlledWish& wish, const ControlledRun& run) {
  HeuristicRuns& runs = by_heuristic_[static_cast<std::size_t>(wish.header.stale)];
  ++runs.runs;
  if (run.memory.choices > 0) ++runs.choices;
  if (run.stale_count > 0) ++runs.stale;
  unseen_ += run.memory.unseen;
  memory_.words = std::max(memory_.words, run.memory.words);
  memory_.writes = std::max(memory_.writes, run.memory.writes);
  memory_.largest_buffer = std::max(memory_.largest_buffer, run.memory.largest_buffer);
  memory_.most_writes = std::max(memory_.most_writes, run.memory.most_writes);
  if (run.stale_read)
    races_.try_emplace(run.stale_read->race.fingerprint, run.stale_read->race, run.report);
  const Ending ending = ending_of(run, usual_);
  if (!ending.failure || run.stale_count == 0) return;
  if (ending.failure == Failure::hang && is_unfair(run)) {
    ++unfair_hangs_;
    return;
  }
  // The same decisions without a stale value fail as well.
  const auto without = sequential_.find(wish.header.seed);
  if (without != sequential_.end() && without->second.failure == ending.failure) return;
  ++(ending.failure == Failure::slow ? runs.slow : runs.failed);
  Harm& same = harm_of(*ending.failure, harms_);
  if (same.runs++ > 0) return;
  same.heuristic = wish.header.stale;
  same.kept = keep(wish, run, ending);
  same.read = run.stale_read;
  same.around = run.report;
}

HeuristicRuns Classification::all() const {
  HeuristicRuns all;
  // But for those without any stale value.
  for (std::size_t i = 1; i < by_heuristic_.size(); ++i) {
    const HeuristicRuns& one = by_heuristic_[i];
    all.runs += one.runs;
    all.choices += one.choices;
    all.stale += one.stale;
    all.failed += one.failed;
    all.slow += one.slow;
  }
  return all;
}

}  // namespace steward::cli
