#include "cli/explore/confirmation.h"

#include <algorithm>
#include <sys/wait.h>

namespace steward::cli {

using report::Failure;
using report::RealBy;
using report::Verdict;

KeptRun keep(const ControlledWish& wish, const ControlledRun& run, int usual_exit) {
  return {wish, run.schedule, ending_of(run, usual_exit), run.opened};
}

void Undirected::add(const ControlledWish& wish, const ControlledRun& run) {
  ++runs_;
  longest_ = std::max(longest_, run.steps);
  const bool exited = WIFEXITED(run.status);
  const int own_code = exited ? WEXITSTATUS(run.status) : 0;
  const Ending ending = ending_of(run, own_code);
  Group* const group = ending.failure ? &broken_[*ending.failure]
                       : exited       ? &exits_[own_code]
                                      : nullptr;
  if (group != nullptr && group->runs++ == 0) group->first = keep(wish, run, own_code);
}

int Undirected::usual_exit() const {
  if (exits_.empty() || exits_.contains(0)) return 0;
  return std::max_element(
             exits_.begin(), exits_.end(),
             [](const auto& a, const auto& b) { return a.second.runs < b.second.runs; })
      ->first;
}

std::map<Failure, Undirected::Group> Undirected::failures() const {
  std::map<Failure, Group> all = broken_;
  const int usual = usual_exit();
  for (const auto& [code, group] : exits_) {
    if (code == usual) continue;
    Group& others = all[Failure::exit_code];
    if (others.runs == 0) {
      others.first = group.first;
      others.first.ending = unusual_exit(code, usual);
    }
    others.runs += group.runs;
  }
  return all;
}

Endings& Confirmation::endings_with(const Ending& ending) {
  for (Endings& known : endings_)
    if (known.failure == *ending.failure) return known;
  return endings_.emplace_back();
}

void Confirmation::add(const ControlledWish& wish, const ControlledRun& run, int usual_exit) {
  ++runs_;
  const bool met = !run.meetings.empty();
  // Of two threads at one statement nobody can say which order is which.
  const std::size_t order = met && !same_statement_ && run.meetings.front().first == 2 ? 1 : 0;
  if (met) {
    ++together_;
    ++by_order_[order];
  }
  if (!run.unordered.empty()) ++unordered_;
  const bool better = met && (!example_ || example_->race.real_by != RealBy::simultaneous);
  if (better || (!example_ && !run.unordered.empty()))
    example_ = {met ? run.meetings.front().race : run.unordered.front(), run.report,
                keep(wish, run, usual_exit)};
  const Ending ending = ending_of(run, usual_exit);
  if (!ending.failure) return;
  Endings& same = endings_with(ending);
  if (same.runs++ == 0) {
    same.failure = *ending.failure;
    same.kept = keep(wish, run, usual_exit);
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
  if (!undirected.failures().contains(ending.failure) && undirected.runs() >= runs_) return true;
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
