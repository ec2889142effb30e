#include "cli/explore/confirmation.h"

#include <algorithm>
#include <sys/wait.h>

namespace steward::cli {

using report::RealBy;
using report::Verdict;

void Undirected::add(const ControlledRun& run) {
  ++runs;
  longest = std::max(longest, run.steps);
  if (WIFEXITED(run.status)) ++exits[WEXITSTATUS(run.status)];
  const Ending ending = ending_of(run, usual_exit());
  if (ending.failure) ++failures[*ending.failure];
}

int Undirected::usual_exit() const {
  if (exits.empty() || exits.contains(0)) return 0;
  return std::max_element(exits.begin(), exits.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

Endings& Confirmation::endings_with(const Ending& ending) {
  for (Endings& known : endings_)
    if (known.failure == *ending.failure) return known;
  return endings_.emplace_back();
}

void Confirmation::add(const ControlledRun& run, std::uint64_t seed, int usual_exit) {
  ++runs_;
  const bool met = !run.meetings.empty();
  // Of two threads at one statement nobody can say which order is which.
  const std::size_t order = met && !same_statement_ && run.meetings.front().first == 2 ? 1 : 0;
  if (met) {
    ++together_;
    ++by_order_[order];
  }
  if (!run.report.races.empty()) ++unordered_;
  const bool better = met && (!example_ || example_->real_by != RealBy::simultaneous);
  if (better || (!example_ && !run.report.races.empty())) {
    example_ = met ? run.meetings.front().race : run.report.races.front();
    example_report_ = run.report;
  }
  const Ending ending = ending_of(run, usual_exit);
  if (!ending.failure) return;
  Endings& same = endings_with(ending);
  if (same.runs++ == 0) {
    same.failure = *ending.failure;
    same.detail = ending.detail;
    same.seed = seed;
    if (met) same.first = run.meetings.back().race.earlier().thread;
  }
  if (met) ++same.by_order[order];
}

std::uint64_t Confirmation::failed() const {
  std::uint64_t runs = 0;
  for (const Endings& ending : endings_) runs += ending.runs;
  return runs;
}

bool Confirmation::is_evidence(const Endings& ending, const Undirected& undirected) const {
  if (together_ == 0 && unordered_ == 0) return false;
  const auto alone = undirected.failures.find(ending.failure);
  if (alone == undirected.failures.end() && undirected.runs >= runs_) return true;
  // So many of each order that chance would hardly leave all failures to one of them.
  constexpr std::uint64_t kEnough = 5;
  for (const std::size_t order : {0, 1})
    if (!same_statement_ && ending.by_order[order] >= kEnough && ending.by_order[1 - order] == 0 &&
        by_order_[1 - order] >= kEnough)
      return true;
  return false;
}

Verdict Confirmation::verdict(const Undirected& undirected) const {
  if (together_ == 0 && unordered_ == 0) return Verdict::potential;
  for (const Endings& ending : endings_)
    if (is_evidence(ending, undirected)) return Verdict::harmful;
  return Verdict::real;
}

std::optional<RealBy> Confirmation::real_by() const {
  if (together_ > 0) return RealBy::simultaneous;
  return unordered_ > 0 ? std::optional(RealBy::happens_before) : std::nullopt;
}

}  // namespace steward::cli
