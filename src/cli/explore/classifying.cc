#include "cli/explore/classifying.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <tuple>
#include <utility>

#include "cli/explore/classify_text.h"
#include "cli/explore/step_limits.h"
#include "cli/live/advice.h"
#include "cli/message.h"
#include "report/fingerprint.h"
#include "report/render/text.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Cause;
using report::Failure;
using report::Verdict;

bool has_id(const report::Race& race, const std::string& id) { return race.id == id; }

// Where an access is, in the code or, of another build, in the source.
using Place = std::tuple<std::string, std::uint64_t, std::uint64_t>;
Place in_code(const report::Access& access) {
  if (access.stack.empty()) return {};
  const report::Frame& top = access.stack.front();
  return {top.module.value_or(""), top.offset.value_or(0), 0};
}
Place in_source(const report::Access& access) {
  if (access.stack.empty()) return {};
  const report::Frame& top = access.stack.front();
  return {top.file.value_or(""), top.line.value_or(0), top.column.value_or(0)};
}
template <class PlaceOf>
std::pair<Place, Place> places_of(const report::Race& race, PlaceOf&& place) {
  Place one = place(race.earlier()), other = place(race.later());
  if (other < one) std::swap(one, other);
  return {std::move(one), std::move(other)};
}

// The one of these that is the same two accesses. A fingerprint would not do: accesses of one
// function to memory without a name differ in it by their order only.
const report::Race* same_race(const report::Race& race, const std::vector<report::Race>& among) {
  for (const auto place : {in_code, in_source})
    for (const report::Race& one : among)
      if (places_of(one, place) == places_of(race, place)) return &one;
  return nullptr;
}

}  // namespace

std::vector<channel::Stale> heuristics_named(const std::string& word) {
  std::vector<channel::Stale> chosen;
  for (std::size_t i = 1; i < std::size(channel::kStaleWords); ++i)
    if (word == "all" || word == channel::kStaleWords[i])
      chosen.push_back(static_cast<channel::Stale>(i));
  return chosen;
}

Classifying::Classifying(const ClassifyWish& wish, Crew& crew, Bundling& bundling,
                         CampaignReport& report, const std::atomic<bool>& interrupted)
    : wish_(wish),
      crew_(crew),
      bundling_(bundling),
      report_(report),
      interrupted_(interrupted),
      undisturbed_(wish.check) {
  controlled_.header = usual_circumstances();
  controlled_.header.seed = wish.seed;
  if (wish.varied) controlled_.header.choice = channel::Choice::varied;
  controlled_.header.most_steps = kManySteps;
}

Result<void, std::string> Classifying::classify(const report::Report& from) {
  auto locations = find_locations(from);
  if (!locations) return std::move(locations).error();
  if (interrupted_) return {};
  if (auto done = run_undisturbed(); !done) return done;
  if (wish_.location.empty())
    if (auto done = try_atomics(); !done) return done;
  only_location_ = locations->size() == 1 && !wish_.others_race;
  for (const LocationClass& location : *locations) {
    if (interrupted_) break;
    if (auto done = classify_one(location, from); !done) return done;
  }
  report_.progress().clear();
  take_failures();
  return {};
}

Result<std::vector<LocationClass>, std::string> Classifying::find_locations(
    const report::Report& from) {
  std::vector<report::Race> races;
  for (const report::Race& race : from.races)
    if (report_.is_unwanted(race)) ++tally_.suppressed;
    else races.push_back(race);
  const bool is_race = std::any_of(races.begin(), races.end(), [&](const report::Race& race) {
    return has_id(race, wish_.location);
  });
  if (is_race)
    std::erase_if(races, [&](const report::Race& race) { return !has_id(race, wish_.location); });
  std::vector<LocationClass> locations;
  std::vector<std::string> left_out;
  std::string problem;
  std::vector<std::string> modules;
  auto first = crew_.stage().run(controlled_, [&](const report::LiveReport& live) {
    live.for_each_space([&](const report::AddressSpace& space) {
      space.for_each_module(
          [&](const auto& module, const auto&) { modules.push_back(module.path); });
    });
    if (wish_.location.empty() || is_race) {
      locations = classes_of(races, live, left_out);
      return;
    }
    auto named = class_named(wish_.location, races, live);
    if (named) locations.push_back(*std::move(named));
    else problem = named.error();
  });
  if (!first) return first.error();
  report_.note(*first);
  if (first->interrupted) return locations;
  if (first->watched == 0) return advice_after(crew_.program().path);
  if (!problem.empty()) return problem;
  bundling_.set_modules(std::move(modules));
  for (const std::string& sentence : left_out) say("note: " + sentence);
  return locations;
}

Result<void, std::string> Classifying::run(ControlledWish wish, const std::string& what,
                                           const Take& take) {
  std::uint64_t count = 0;
  const auto begin = std::chrono::steady_clock::now();
  auto done = crew_.run(wish, wish_.runs, [&](std::uint64_t seed, ControlledRun run) {
    report_.note(run);
    wish.header.seed = seed;
    take(wish, std::move(run));
    ++count;
    report_.progress().update(
        [&] { return fmt::format("{}: {} of {} runs", what, count, wish_.runs); });
  });
  last_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return done;
}

Result<void, std::string> Classifying::run_undisturbed() {
  auto done = run(controlled_, "undisturbed", [&](const ControlledWish& wish, ControlledRun run) {
    undisturbed_.add(wish, run);
    report_.take_stops(wish, run, undisturbed_.plain().usual_exit());
  });
  // Of what is tracked from here on each access is a step.
  controlled_.header.most_steps = most_steps_for(undisturbed_.plain().longest_if_all_watched());
  undisturbed_seconds_ = last_seconds_;
  return done;
}

Result<void, std::string> Classifying::classify_one(const LocationClass& location,
                                                    const report::Report& from) {
  ControlledWish wish = controlled_;
  wish.tracked = location.tracked;
  wish.ranges = location.finders;
  wish.header.tear = wish_.tear && location.may_tear ? 1 : 0;
  if (wish_.tear && !location.may_tear)
    say(fmt::format("note: {} is not torn: debug information does not say that it is no pointer",
                    location.text));
  const auto found = try_stale(wish, location.text);
  if (!found) return found.error();
  if (*found) conclude(location, **found, from);
  return {};
}

Result<void, std::string> Classifying::try_atomics() {
  ControlledWish wish = controlled_;
  wish.header.weak_atomics = 1;
  const auto tried = try_stale(wish, "atomic objects");
  if (!tried) return tried.error();
  if (!*tried) return {};
  const Classification& found = **tried;
  if (found.all().runs == 0) return {};
  print_classification({"atomic objects", {}, {}, {}, false}, found, undisturbed_, report_.report(),
                       report_.text());
  add_location("atomic objects", found);
  for (const Harm& harm : found.harms()) {
    if (harm.failure == Failure::slow || !harm.read ||
        !found.is_due_to_stale_values(harm, undisturbed_))
      continue;
    report::FoundItem item = harm.read->read;
    item.kind = "weak-order";
    item.message = fmt::format(
        "{} in {}, because an atomic load reads an older store, as its memory order allows: {}; {}",
        word_for(harm.failure), report::Rate{harm.runs, found.all().runs}.text(),
        harm.kept.ending.detail, item.message);
    report_.add_finding(std::move(item), harm.around, harm.kept, usual_);
  }
  return {};
}

Result<std::optional<Classification>, std::string> Classifying::try_stale(ControlledWish wish,
                                                                          const std::string& what) {
  undisturbed_.begin_location();
  std::vector<std::pair<ControlledWish, ControlledRun>> sequential;
  bool choice = false;
  auto done =
      run(wish, what + ": no stale values", [&](const ControlledWish& own, ControlledRun run) {
        undisturbed_.add_tracked(own, run);
        report_.take_stops(own, run, undisturbed_.plain().usual_exit());
        choice |= run.memory.choices > 0;
        sequential.emplace_back(own, std::move(run));
      });
  if (!done) return std::move(done).error();
  if (interrupted_) return std::optional<Classification>();
  usual_ = undisturbed_.usual();
  std::optional<Classification> found(std::in_place, usual_, wish_.sure);
  found->set_seconds(channel::Stale::latest, last_seconds_);
  for (const auto& [own, run] : sequential) found->add_sequential(own, run);
  wish.header.most_steps = most_steps_for(undisturbed_.longest());
  for (const channel::Stale heuristic : wish_.heuristics) {
    wish.header.stale = heuristic;
    const char* const word = channel::word_for(heuristic);
    // Without a choice each would be the same again.
    if (!choice) break;
    done = run(wish, fmt::format("{}: {}", what, word),
               [&](const ControlledWish& own, const ControlledRun& run) { found->add(own, run); });
    found->set_seconds(heuristic, last_seconds_);
    if (!done) return std::move(done).error();
  }
  report_.progress().clear();
  if (interrupted_ && found->all().runs == 0) found.reset();
  return found;
}

report::Race* Classifying::add_race(report::Race race, const report::Report& around) {
  for (report::Race& known : report_.report().races)
    if (known.fingerprint == race.fingerprint) return &known;
  if (race.id.empty()) race.id = report_.id_for(race.fingerprint);
  if (report_.is_unwanted(race)) {
    ++tally_.suppressed;
    return nullptr;
  }
  report_.adopt(around, &report::Report::races, race);
  report_.report().races.push_back(std::move(race));
  return &report_.report().races.back();
}

report::Race* Classifying::race_for(const LocationClass& location, const Classification& found,
                                    const std::optional<StaleRead>& read,
                                    const report::Report& from) {
  if (read) {
    if (const auto* const known = same_race(read->race, location.races))
      return add_race(*known, from);
    const auto seen = found.races().find(read->race.fingerprint);
    if (seen != found.races().end()) return add_race(seen->second.first, seen->second.second);
  }
  return location.races.empty() ? nullptr : add_race(location.races.front(), from);
}

void Classifying::add_evidence(const LocationClass& location, const Harm& harm, Cause cause,
                               report::Race& race) {
  report::Evidence evidence;
  // What others found of the race has its own numbers.
  std::size_t number = race.evidence.size() + 1;
  const auto id = [&] { return fmt::format("{}.{}", race.id, number); };
  while (std::any_of(race.evidence.begin(), race.evidence.end(),
                     [&](const report::Evidence& known) { return known.id == id(); }))
    ++number;
  evidence.id = id();
  evidence.outcome = harm.failure;
  evidence.cause = cause;
  evidence.detail = harm.kept.ending.detail;
  if (harm.kept.wish.header.tear != 0) evidence.detail += " (with --tear)";
  if (harm.read) evidence.detail += "; " + harm.read->read.message;
  evidence.seed = harm.kept.wish.header.seed;
  if (cause == Cause::stale_value) evidence.heuristic = channel::word_for(harm.heuristic);
  if (harm.read) evidence.first = harm.read->race.earlier().thread;
  evidence.replay = report_.store_run(evidence.id, location.text, harm.kept, usual_)
                        .value_or(command_for(location, harm, crew_.program().words));
  race.evidence.push_back(std::move(evidence));
  if (harm.failure != Failure::slow) race.verdict = Verdict::harmful;
}

void Classifying::conclude(const LocationClass& location, const Classification& found,
                           const report::Report& from) {
  const HeuristicRuns all = found.all();
  std::vector<std::string> told;  // ids
  const auto tell = [&](const report::Race* race) {
    if (race != nullptr && std::find(told.begin(), told.end(), race->id) == told.end())
      told.push_back(race->id);
  };
  for (const report::Race& race : location.races) tell(add_race(race, from));
  for (const auto& [fingerprint, seen] : found.races()) {
    const auto* const known = same_race(seen.first, location.races);
    report::Race* const race =
        known != nullptr ? add_race(*known, from) : add_race(seen.first, seen.second);
    if (race == nullptr) continue;
    // It was seen to be unordered.
    race->verdict = std::max(race->verdict, Verdict::real);
    if (!race->real_by) race->real_by = report::RealBy::happens_before;
    tell(race);
  }
  bool harmful = false;
  for (const Harm& harm : found.harms()) {
    if (!found.is_due_to_stale_values(harm, undisturbed_)) continue;
    report::Race* const race = race_for(location, found, harm.read, from);
    if (race == nullptr) continue;
    add_evidence(location, harm, Cause::stale_value, *race);
    harmful |= harm.failure != Failure::slow;
    tell(race);
  }
  const auto plain = undisturbed_.plain().failures();
  for (const Harm& harm : found.by_schedule()) {
    // That was told, or will be.
    if (plain.contains(harm.failure) || stops_for_good(harm.failure)) continue;
    report::Race* const race = is_due_to_stopping(harm) && only_location_
                                   ? race_for(location, found, std::nullopt, from)
                                   : nullptr;
    if (race != nullptr) {
      add_evidence(location, harm, Cause::schedule, *race);
      harmful = true;
      tell(race);
    } else {
      report::FoundItem item;
      item.kind = report::word_for(harm.failure);
      item.message = fmt::format(
          "{}, in {} without any stale value, when threads may stop at {} (steward confirm "
          "tells by which race)",
          harm.kept.ending.detail, report::Rate{harm.runs, undisturbed_.tracked().runs()}.text(),
          location.text);
      report_.add_finding(std::move(item), harm.around, harm.kept, usual_);
    }
  }
  for (const std::string& id : told)
    for (report::Race& race : report_.report().races) {
      if (race.id != id) continue;
      race.runs.adversarial = all.runs;
      race.runs.choices = all.choices;
      race.runs.stale = all.stale;
      race.runs.failed = all.failed;
      render_race(report_.report(), race, report_.is_on_screen(), report_.text());
    }
  ++(harmful ? tally_.harmful : all.choices == 0 ? tally_.without_choice : tally_.harmless);
  print_classification(location, found, undisturbed_, report_.report(), report_.text());
  add_location(location.text, found);
}

// What goes wrong without a stale value, but only if threads can stop at the location. Where other
// locations race it may be their doing.
bool Classifying::is_due_to_stopping(const Harm& harm) const {
  const auto plain = undisturbed_.plain().failures();
  const auto same = plain.find(harm.failure);
  return report::is_hardly_chance(
      {harm.runs, undisturbed_.tracked().runs()},
      {same == plain.end() ? 0 : same->second.runs, undisturbed_.plain().runs()});
}

void Classifying::add_location(const std::string& name, const Classification& found) {
  report::ClassifiedLocation location;
  location.name = name;
  std::uint64_t failed = 0;
  for (const auto& [failure, group] : undisturbed_.plain().failures()) failed += group.runs;
  location.runs.push_back(
      {"undisturbed", undisturbed_.plain().runs(), 0, 0, failed, 0, undisturbed_seconds_});
  for (std::size_t i = 0; i < std::size(channel::kStaleWords); ++i) {
    const HeuristicRuns& runs = found.by(static_cast<channel::Stale>(i));
    if (runs.runs > 0)
      location.runs.push_back({channel::kStaleWords[i], runs.runs, runs.choices, runs.stale,
                               runs.failed, runs.slow, runs.seconds});
  }
  location.instances = found.memory().words;
  location.writes = found.memory().writes;
  location.kept = found.memory().largest_buffer;
  location.uncompressed = found.memory().most_writes;
  report_.report().locations.push_back(std::move(location));
}

void Classifying::take_failures() {
  for (const auto& [failure, group] : undisturbed_.plain().failures()) {
    // Whatever stops it has been told, with all its threads.
    if (stops_for_good(failure)) continue;
    report::FoundItem item;
    item.kind = report::word_for(failure);
    item.message = fmt::format("{}, in {} without any stale value", group.first.ending.detail,
                               report::Rate{group.runs, undisturbed_.plain().runs()}.text());
    report_.add_finding(std::move(item), {}, group.first, usual_);
  }
}

}  // namespace steward::cli
