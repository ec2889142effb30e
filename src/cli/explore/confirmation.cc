#include "cli/explore/confirmation.h"

#include <algorithm>
#include <sys/wait.h>

namespace steward::cli {

using report::Failure;
using report::RealBy;

namespace {

Endings& endings_with(const Ending& ending, std::vector<Endings>& all) {
  for (Endings& known : all)
    if (known.failure == *ending.failure) return known;
  return all.emplace_back();
}

}  // namespace

KeptRun keep(const ControlledWish& wish, const ControlledRun& run, Ending ending) {
  return {wish, run.schedule, std::move(ending), run.opened, run.stale_count};
}

void Undirected::add(const ControlledWish& wish, const ControlledRun& run,
                     const std::string& check) {
  ++runs_;
  const bool exited = WIFEXITED(run.status);
  const int own_code = exited ? WEXITSTATUS(run.status) : 0;
  store::Usual own(own_code);
  own.check = check;
  const Ending ending = ending_of(run, own);
  if (ending.failure != Failure::hang) {
    longest_ = std::max(longest_, run.steps);
    longest_if_all_watched_ = std::max(longest_if_all_watched_, run.steps + run.accesses);
  }
  Group* const group = ending.failure ? &broken_[*ending.failure]
                       : exited       ? &exits_[own_code]
                                      : nullptr;
  if (group != nullptr && group->runs++ == 0) group->first = keep(wish, run, ending);
}

bool Undirected::all_hang() const {
  const auto hangs = broken_.find(Failure::hang);
  return hangs != broken_.end() && hangs->second.runs == runs_;
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

void Confirmation::add(const ControlledWish& wish, const ControlledRun& run,
                       const store::Usual& usual) {
  ++runs_;
  const Ending ending = ending_of(run, usual);
  // The first of each that is of this race.
  const auto first_here = [&](const auto& all) {
    const auto here =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return is_here(one.race); });
    for (const auto& one : all)
      if (!is_here(one.race))
        elsewhere_.try_emplace(one.race.fingerprint, one.race, run.report, keep(wish, run, ending));
    return here == all.end() ? nullptr : &*here;
  };
  const Meeting* const met = first_here(run.meetings);
  const Unordered* const unordered = first_here(run.unordered);
  const bool happened = met != nullptr || unordered != nullptr;
  if (met != nullptr) ++together_;
  if (unordered != nullptr) ++unordered_;
  if (happened) {
    ++happened_;
    const report::Race& race = met != nullptr ? met->race : unordered->race;
    const bool better =
        met != nullptr && example_ && example_->race.real_by != RealBy::simultaneous;
    if (!example_ || better) example_ = {race, run.report, keep(wish, run, ending)};
  }
  // Of one that was killed for the time it took nobody knows whether it would have ended: that is
  // told by itself, and no race's doing.
  if (!ending.failure || run.overdue != 0) return;
  Endings& same = endings_with(ending, happened ? endings_ : endings_without_);
  if (same.runs++ == 0) {
    same.failure = *ending.failure;
    same.kept = keep(wish, run, ending);
    if (!happened) return;
    const report::Race& race = met != nullptr ? met->race : unordered->race;
    same.first = race.earlier().thread;
    same.freed_twice =
        race.earlier().kind == AccessKind::free && race.later().kind == AccessKind::free;
  }
}

std::uint64_t Confirmation::failed() const {
  std::uint64_t runs = 0;
  for (const Endings& ending : endings_) runs += ending.runs;
  return runs;
}

bool Confirmation::needs_direction(const Endings& ending, const Undirected& undirected) const {
  // Threads that are held back meet in other places, too: locks in a circle are no race's doing.
  if (ending.failure == report::Failure::deadlock) return false;
  if (undirected.failures().contains(ending.failure) || undirected.runs() < runs_) return false;
  return !sure_ || report::is_hardly_chance({ending.runs, runs_}, {0, undirected.runs()});
}

std::optional<RealBy> Confirmation::real_by() const {
  if (together_ > 0) return RealBy::simultaneous;
  return unordered_ > 0 ? std::optional(RealBy::happens_before) : std::nullopt;
}

}  // namespace steward::cli
