#include "cli/explore/classification.h"

#include <algorithm>
#include <sys/wait.h>

namespace steward::cli {

using report::Failure;

namespace {

// What is always the same was the same so often.
constexpr std::uint64_t kEnoughOutputs = 10;

}  // namespace

void Undisturbed::note(const ControlledRun& run) {
  // Of one that was stopped it is not known what it would have done.
  if (!WIFEXITED(run.status)) return;
  const int code = WEXITSTATUS(run.status);
  if (ending_of(run, code).failure) return;
  accesses_ = std::max(accesses_, run.accesses);
  Outputs& same = outputs_[code];
  ++same.runs;
  if (same.hashes.size() < 2) same.hashes.insert(store::hash_of(run.output));
}

store::Usual Undisturbed::usual() const {
  store::Usual usual(plain_.usual_exit());
  usual.check = check_;
  usual.accesses = accesses_;
  const auto written = outputs_.find(usual.exit);
  if (written != outputs_.end() && written->second.runs >= kEnoughOutputs &&
      written->second.hashes.size() == 1)
    usual.output = *written->second.hashes.begin();
  return usual;
}

report::Rate Undisturbed::failing(Failure failure) const {
  report::Rate rate{0, plain_.runs() + tracked_.runs()};
  for (const Undirected* const runs : {&plain_, &tracked_})
    if (const auto all = runs->failures(); all.contains(failure)) rate.hits += all.at(failure).runs;
  return rate;
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
  note(run.memory);
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
  note(run.memory);
  if (run.stale_read)
    races_.try_emplace(run.stale_read->race.fingerprint, run.stale_read->race, run.report);
  const Ending ending = ending_of(run, usual_);
  if (!ending.failure || run.stale_count == 0) return;
  // Of one that was killed for the time it took nobody knows whether it would have ended.
  if (run.overdue != 0) {
    ++overdue_;
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

void Classification::note(const channel::MemoryCounts& counts) {
  unseen_ += counts.unseen;
  memory_.words = std::max(memory_.words, counts.words);
  memory_.writes = std::max(memory_.writes, counts.writes);
  memory_.largest_buffer = std::max(memory_.largest_buffer, counts.largest_buffer);
  memory_.most_writes = std::max(memory_.most_writes, counts.most_writes);
}

bool Classification::is_due_to_stale_values(const Harm& harm,
                                            const Undisturbed& undisturbed) const {
  const report::Rate without = undisturbed.failing(harm.failure);
  // What never comes without is due to it; but threads that are held up in other places may well
  // meet in a circle of locks some time.
  if (!sure_ && without.hits == 0 && harm.failure != Failure::deadlock) return true;
  return report::is_hardly_chance({harm.runs, all().runs}, without);
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
