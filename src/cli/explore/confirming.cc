#include "cli/explore/confirming.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>
#include <utility>

#include "cli/explore/confirm_text.h"
#include "cli/explore/rechecking.h"
#include "cli/explore/step_limits.h"
#include "cli/explore/trying_order.h"
#include "cli/message.h"
#include "report/fingerprint.h"
#include "report/merging.h"
#include "report/render/phrases.h"
#include "report/render/text.h"
#include "report/words.h"

namespace steward::cli {
namespace {

constexpr std::uint64_t kOwnRuns = 3;

}  // namespace

bool may_deadlock(const report::Report& known) {
  const auto has = [&](const char* kind) {
    return std::any_of(known.findings.begin(), known.findings.end(),
                       [&](const report::FoundItem& item) { return item.kind == kind; });
  };
  return has("lock-order") && !has("deadlock");
}

Confirming::Confirming(const ConfirmWish& wish, Crew& crew, Bundling& bundling,
                       CampaignReport& report, const std::atomic<bool>& interrupted)
    : wish_(wish),
      crew_(crew),
      bundling_(bundling),
      report_(report),
      interrupted_(interrupted),
      controlled_(wish_for(wish)),
      without_pair_(wish_, crew, report, interrupted) {}

Result<void, std::string> Confirming::confirm(const std::vector<Suspect>& suspects,
                                              const report::Report& from,
                                              const report::Report& known) {
  known_ = &known;
  const auto targets = find_targets(suspects);
  if (!targets) return targets.error();
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < targets->size() && !interrupted_; ++i) {
    const Suspect& suspect = suspects[i];
    const Target& target = (*targets)[i];
    pair_ = suspects.size() > 1 ? fmt::format("pair {} of {}, ", i + 1, suspects.size()) : "";
    if (suspect.race && report_.is_unwanted(*suspect.race)) {
      ++tally_.suppressed;
    } else if (target.problem.empty()) {
      if (auto done = confirm_one(suspect, target, from); !done) return done;
    } else if (suspect.race) {
      // A race of an older build, perhaps: the others are not to suffer.
      say(fmt::format("note: {} is left out: {}", suspect.race->id, target.problem));
      ++left_out;
    } else {
      return target.problem;
    }
  }
  // One alone was tried in every way.
  if (done_.size() > 1)
    if (auto done = run_all_watched(suspects, *targets); !done) return done;
  if (auto done = without_pair_.look_for_deadlocks(controlled_); !done) return done;
  without_pair_.tell_failures(explained_);
  if (left_out > 0 && left_out + tally_.suppressed == suspects.size())
    return std::string("there is nothing to be confirmed: all pairs were left out");
  return {};
}

Result<void, std::string> Confirming::explore(const std::vector<Suspect>& pairs,
                                              const report::Report& known) {
  known_ = &known;
  const auto targets = find_targets(pairs);
  if (!targets) return targets.error();
  if (auto done = run_undirected(known); !done) return done;
  if (auto done = run_all_watched(pairs, *targets); !done) return done;
  if (auto done = without_pair_.look_for_deadlocks(controlled_); !done) return done;
  without_pair_.tell_failures(explained_);
  return {};
}

Result<void, std::string> Confirming::run_undirected(const report::Report& from) {
  if (auto done = without_pair_.run_undirected(controlled_); !done) return done;
  return without_pair_.recheck([&](const report::Race& race) { return is_known(race, from); });
}

Result<std::vector<Target>, std::string> Confirming::find_targets(
    const std::vector<Suspect>& suspects) {
  auto scouted = scout(controlled_, suspects, crew_, bundling_, report_);
  if (!scouted) return std::move(scouted).error();
  controlled_.header.expected_steps = scouted->steps;
  return std::move(scouted->targets);
}

// A lock of plain variables fails only if threads change turns at several of its races. Whoever
// fails for one of them, or for none, need not be asked.
Result<void, std::string> Confirming::run_all_watched(const std::vector<Suspect>& suspects,
                                                      const std::vector<Target>& targets) {
  if (suspects.empty() || !explained_.empty() || !undirected().failures().empty() || interrupted_)
    return {};
  ControlledWish wish = controlled_;
  wish.ranges.clear();
  wish.header.not_own_stacks =
      std::any_of(suspects.begin(), suspects.end(), may_be_on_stack) ? 0 : 1;
  std::uint64_t number = 0;
  for (const Target& target : targets)
    for (std::size_t i = 0; i < target.code.size(); ++i)
      add_code(target.exact[i].empty() ? target.code[i] : target.exact[i], ++number, wish.ranges);
  if (auto done = measure(wish); !done) return done;
  return without_pair_.run_with_turns(std::move(wish));
}

Result<void, std::string> Confirming::measure(ControlledWish& measured) {
  ControlledWish wish = measured;
  wish.header.choice = channel::Choice::random;
  wish.header.most_steps = most_steps_for(undirected().longest_if_all_watched());
  wish.header.seed = kOwnSeed;
  // Of one that has no end nothing is to be learnt.
  std::uint64_t longest = 1;
  auto done = crew_.run(wish, kOwnRuns, [&](std::uint64_t, const ControlledRun& run) {
    report_.note(run);
    if (ending_of(run, usual()).failure != report::Failure::hang)
      longest = std::max(longest, run.steps);
  });
  measured.header.expected_steps = longest;
  measured.header.most_steps = most_steps_for(std::max(undirected().longest(), longest));
  return done;
}

Result<void, std::string> Confirming::run_watched(const Suspect& suspect, bool directed,
                                                  std::uint64_t seed, std::uint64_t runs,
                                                  Confirmation& confirmation) {
  ControlledWish wish = controlled_;
  wish.header.seed = seed;
  wish.header.directed = directed ? channel::Direction::races : channel::Direction::none;
  std::uint64_t count = 0;
  return crew_.run(wish, runs, [&](std::uint64_t own, const ControlledRun& run) {
    report_.note(run);
    wish.header.seed = own;
    confirmation.add(wish, run, usual());
    report_.take_stops(wish, run, usual());
    ++count;
    report_.progress().update(
        [&] { return fmt::format("{}{}: {} of {} runs", pair_, suspect.brief(), count, runs); });
  });
}

Result<void, std::string> Confirming::confirm_one(const Suspect& suspect, const Target& target,
                                                  const report::Report& from) {
  // A read and a write at one statement are several races, but one pair.
  const auto [one, other] = std::minmax(suspect.statements[0], suspect.statements[1]);
  const Key key{one, other, suspect.race ? suspect.race->location.name : std::nullopt};
  if (const auto known = done_.find(key); known != done_.end()) {
    conclude(suspect, known->second, from);
    return {};
  }
  const bool same = suspect.statements[0] == suspect.statements[1];
  controlled_.ranges.clear();
  add_code(target.code[0], 1, controlled_.ranges);
  if (!same) add_code(target.code[1], 2, controlled_.ranges);
  controlled_.pairs = {{1, same ? 1u : 2u}};
  controlled_.header.not_own_stacks = may_be_on_stack(suspect) ? 0 : 1;
  if (undirected().runs() == 0)
    if (auto done = run_undirected(from); !done) return done;
  if (interrupted_) return {};
  if (auto done = measure(controlled_); !done) return done;
  PairVerdict found{Confirmation(
      suspect.race ? std::optional(suspect.race->location) : std::nullopt, wish_.sure)};
  const bool directed = wish_.strategy == "directed";
  if (auto done = run_watched(suspect, directed, wish_.seed, wish_.runs, found.directed); !done)
    return done;
  if (directed && found.directed.together().hits == 0)
    if (auto done = run_exact(suspect, target, found.directed); !done) return done;
  // Who is held at one statement may keep others from ever coming to the other.
  if (directed && !found.directed.real_by())
    if (auto done = run_watched(suspect, false, wish_.seed, wish_.runs, found.directed); !done)
      return done;
  if (found.directed.together().hits > 0)
    if (auto done = try_order(suspect, target, found); !done) return done;
  if (auto done = look_for_others(suspect, found, from); !done) return done;
  report_.progress().clear();
  if (found.directed.together().runs == 0) return {};
  conclude(suspect, found, from);
  add_elsewhere(suspect, found, from);
  done_.emplace(key, std::move(found));
  return {};
}

// A statement may have more accesses than the one that races: who is held at another one misses it.
Result<void, std::string> Confirming::run_exact(const Suspect& suspect, const Target& target,
                                                Confirmation& confirmation) {
  if (target.exact[0].empty() || target.exact[1].empty() || interrupted_) return {};
  std::vector<channel::StatementRange> exact;
  const bool same = suspect.statements[0] == suspect.statements[1];
  add_code(target.exact[0], 1, exact);
  add_code(target.exact[1], same ? 1 : 2, exact);
  std::swap(controlled_.ranges, exact);
  auto done = run_watched(suspect, true, wish_.seed, std::min(kFew, wish_.runs), confirmation);
  // Whoever meets there is tried there as well.
  if (confirmation.together().hits == 0) std::swap(controlled_.ranges, exact);
  return done;
}

Result<void, std::string> Confirming::try_order(const Suspect& suspect, const Target& target,
                                                PairVerdict& found) {
  TryingOrder trying(wish_, crew_, report_, interrupted_, controlled_, target.bytes, usual(),
                     pair_ + suspect.brief());
  return trying.run(!found.directed.endings().empty() || !undirected().failures().empty(), found);
}

Result<void, std::string> Confirming::look_for_others(const Suspect& suspect, PairVerdict& found,
                                                      const report::Report& from) {
  for (const Endings& ending : found.directed.endings()) {
    if (interrupted_) break;
    if (found.is_explained(ending.failure) || !found.directed.needs_direction(ending, undirected()))
      continue;
    auto again = recheck(ending.kept, usual(), crew_, report_);
    if (!again) return std::move(again).error();
    if (!*again) continue;
    const auto& races = (*again)->report.races;
    if (std::all_of(races.begin(), races.end(),
                    [&](const report::Race& race) { return found.directed.is_here(race); }))
      found.alone.insert(ending.failure);
    else if (wish_.rechecks)
      add_races(
          **again, ending.kept.wish, suspect.text(), usual(),
          [&](const report::Race& race) {
            return found.directed.is_here(race) || is_known(race, from);
          },
          report_);
  }
  return {};
}

bool Confirming::is_known(const report::Race& race, const report::Report& from) const {
  for (const report::Report* const report : {known_, &from})
    for (const report::Race& one : report->races)
      if (one.fingerprint == race.fingerprint) return true;
  return false;
}

const report::Race* Confirming::known_before(const Suspect& suspect,
                                             const report::Race& race) const {
  const report::Race* best = suspect.race ? &*suspect.race : nullptr;
  for (const report::Race& one : known_->races)
    if (one.fingerprint == race.fingerprint && (best == nullptr || one.verdict > best->verdict))
      best = &one;
  return best;
}

// Puts the race into the report, and prints it.
void Confirming::conclude(const Suspect& suspect, const PairVerdict& found,
                          const report::Report& from) {
  const Confirmation& confirmation = found.directed;
  const auto& example = confirmation.example();
  const report::Report& around = example ? example->report : from;
  report::Race race = example ? example->race : suspect.race ? *suspect.race : report::Race();
  if (suspect.race) {
    race.id = suspect.race->id;
    race.fingerprint = suspect.race->fingerprint;
    race.runs = suspect.race->runs;
  } else {
    race.id = report_.id_for(race.fingerprint);
  }
  if ((example || suspect.race) && report_.is_unwanted(race)) {
    ++tally_.suppressed;
    return;
  }
  race.verdict = found.verdict();
  ++(race.verdict == report::Verdict::harmful ? tally_.harmful
     : race.verdict == report::Verdict::real  ? tally_.real
                                              : tally_.not_reproduced);
  race.real_by = confirmation.real_by();
  race.runs.confirm_tried = confirmation.together().runs;
  race.runs.confirmed = confirmation.together().hits;
  race.runs.failed = confirmation.failed();
  race.evidence.clear();
  add_evidence(suspect, found, race);
  without_pair_.keep_failures(suspect, confirmation);
  // What was seen once stays true, whatever shows this time.
  const report::Race* const before = known_before(suspect, race);
  if (before != nullptr && before->verdict > race.verdict) {
    race.verdict = before->verdict;
    if (!race.real_by) race.real_by = before->real_by;
    race.evidence = before->evidence;
    race.replay = before->replay;
  }
  if (example) race.replay = report_.store_run(race.id, suspect.text(), example->kept, usual());
  if (example || suspect.race) {
    report_.adopt(around, &report::Report::races, race);
    if (example && suspect.race) race.hint = hint_for(*suspect.race, from);
    render_race(report_.report(), race, report_.is_on_screen(), report_.text());
    report_.report().races.push_back(race);
  }
  print_rates(suspect, found, undirected(), before, report_.text());
}

// Races that nobody suspected: those that somebody does have their own turn.
void Confirming::add_elsewhere(const Suspect& suspect, const PairVerdict& found,
                               const report::Report& from) {
  for (const auto& [fingerprint, example] : found.directed.elsewhere()) {
    const std::vector<report::Race>& told = report_.report().races;
    if (is_known(example.race, from) ||
        std::any_of(told.begin(), told.end(),
                    [&](const report::Race& one) { return one.fingerprint == fingerprint; }))
      continue;
    report::Race race = example.race;
    race.id = report_.id_for(fingerprint);
    race.verdict = report::Verdict::real;
    if (report_.is_unwanted(race)) continue;
    ++tally_.real;
    report_.adopt(example.report, &report::Report::races, race);
    race.replay = report_.store_run(race.id, suspect.text(), example.kept, usual());
    render_race(report_.report(), race, report_.is_on_screen(), report_.text());
    report_.report().races.push_back(std::move(race));
  }
}

void Confirming::add_evidence(const Suspect& suspect, const PairVerdict& found,
                              report::Race& race) {
  found.for_each_evidence([&](const PairVerdict::Evidence& shown) {
    explained_.insert(shown.failure);
    const channel::ExplorationHeader& header = shown.kept->wish.header;
    report::Evidence evidence;
    evidence.id = fmt::format("{}.{}", race.id, race.evidence.size() + 1);
    evidence.outcome = shown.failure;
    evidence.detail = shown.kept->ending.detail;
    if (shown.proof)
      evidence.detail += fmt::format("; in {} with this order of the two, in {} with the other",
                                     shown.proof->so.brief(), shown.proof->otherwise.brief());
    evidence.seed = header.seed;
    evidence.first = shown.first;
    evidence.replay = report_.store_run(evidence.id, suspect.text(), *shown.kept, usual())
                          .value_or(command_for(suspect, header, wish_, crew_.program().words));
    race.evidence.push_back(std::move(evidence));
  });
}

// As it was predicted, with the locks that it speaks of.
std::optional<std::string> Confirming::hint_for(const report::Race& predicted,
                                                const report::Report& from) {
  if (!predicted.hint) return std::nullopt;
  report::Report around;
  for (const report::Access& access : predicted.accesses)
    for (const report::LockHeld& held : access.locks)
      for (const report::Lock& lock : from.locks)
        if (lock.id == held.lock) around.locks.push_back(lock);
  report::Race race = predicted;
  report_.adopt(around, &report::Report::races, race);
  return race.hint;
}

}  // namespace steward::cli
