#include "cli/hunt/hunting.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "cli/explore/classifying.h"
#include "cli/explore/confirming.h"
#include "cli/explore/looking_around.h"
#include "cli/explore/suspects.h"
#include "cli/hunt/prediction.h"
#include "cli/hunt/sweep.h"
#include "cli/message.h"
#include "report/merging.h"
#include "report/render/phrases.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Verdict;

// So many executions are looked at before anything is directed: what one shows by chance, the next
// need not.
constexpr int kPredictions = 3;

// Whether some execution is known to fail.
bool goes_wrong(const report::Report& known) {
  return count_of(known, Verdict::harmful) > 0 ||
         std::any_of(known.findings.begin(), known.findings.end(),
                     [](const report::FoundItem& item) {
                       return item.kind == "weak-order" || report::failure_named(item.kind);
                     });
}

}  // namespace

// Few show what is easy to see; the rest is for what is not.
std::vector<std::uint64_t> Hunting::rounds() const {
  constexpr std::uint64_t kLeast = 5;
  std::vector<std::uint64_t> all;
  for (const std::uint64_t parts : {20, 4})
    if (const std::uint64_t runs = std::max(kLeast, wish_.runs / parts);
        runs < wish_.runs && (all.empty() || runs > all.back()))
      all.push_back(runs);
  all.push_back(wish_.runs);
  return all;
}

void Hunting::show(const std::string& phase) {
  std::string so_far = fmt::format(
      "{}; {} harmful, {} real, {} potential", phase, count_of(known(), Verdict::harmful),
      count_of(known(), Verdict::real), count_of(known(), Verdict::potential));
  campaign_.report().progress().set_heading([this, so_far = std::move(so_far)] {
    const auto left = campaign_.time_left();
    if (!left) return so_far + "; ";
    return fmt::format("{}; at most {}:{:02} left; ", so_far, left->count() / 60,
                       left->count() % 60);
  });
}

Result<void, std::string> Hunting::hunt() {
  auto done = go_through_rounds();
  campaign_.report().progress().set_heading({});
  campaign_.report().progress().clear();
  // What was found before something went wrong is not lost.
  conclude();
  return done;
}

Result<void, std::string> Hunting::go_through_rounds() {
  if (auto done = predict(); !done) return done;
  const auto all = rounds();
  if (auto done = look_at_real("what is real first", all.front()); !done) return done;
  if (auto done = sweep_potential(); !done) return done;
  for (std::size_t i = 0; i < all.size() && !campaign_.interrupted(); ++i) {
    const std::string name = fmt::format("round {} of {}", i + 1, all.size());
    if (auto done = look_at_real(name, all[i]); !done) return done;
    const bool is_last = i + 1 == all.size();
    const std::size_t before = known().races.size();
    if (auto done = go_through_round(name, all[i], Verdict::potential, is_last); !done) return done;
    if (!is_last || known().races.size() == before) continue;
    if (auto done = go_through_round("what came up last", all[i], Verdict::real, true); !done)
      return done;
  }
  return look_further();
}

// Races are not all that is wrong with programs. What takes a certain schedule and no race has had
// no more runs than a pair, and they cost little: as long as nothing is known to go wrong, there
// are more of them.
Result<void, std::string> Hunting::look_further() {
  constexpr std::uint64_t kTimes = 10;
  for (std::uint64_t i = 1; i < kTimes && !campaign_.interrupted() && !goes_wrong(known()); ++i) {
    show("without a direction");
    const report::Report open =
        so_far_.races([](const report::Race& race) { return race.verdict == Verdict::real; });
    report::Report found;
    CampaignReport unseen = campaign_.unseen(found);
    Confirming confirming({.runs = wish_.runs,
                           .seed = wish_.seed + i * wish_.runs,
                           .strategy = "directed",
                           .deadlocks = i == 1,
                           .rechecks = true,
                           .check = wish_.check},
                          campaign_.crew(), campaign_.bundling(), unseen, campaign_.interrupted());
    auto done = confirming.explore(suspects_in(open), known());
    so_far_.take(std::move(found));
    if (!done) return done;
  }
  return {};
}

// If there are many pairs of which nothing comes, the time is not to be over before it is known
// whether the others hurt.
Result<void, std::string> Hunting::look_at_real(const std::string& name, std::uint64_t runs) {
  if (!so_far_.has(Verdict::real) || !so_far_.has(Verdict::potential)) return {};
  return go_through_round(name, runs, Verdict::real, false);
}

Result<void, std::string> Hunting::go_through_round(const std::string& name, std::uint64_t runs,
                                                    Verdict least, bool is_last) {
  if (campaign_.interrupted()) return {};
  show(name + ": confirming");
  if (auto done = confirm(runs, least, is_last); !done) return done;
  if (campaign_.interrupted()) return {};
  show(name + ": classifying");
  return classify(runs, is_last);
}

Result<void, std::string> Hunting::predict() {
  constexpr char kStep[] = "prediction";
  if (journal_ != nullptr) {
    if (auto before = journal_->find_report(kStep)) {
      known() = *std::move(before);
      campaign_.expect_runs_of(known().outcome.seconds);
      return {};
    }
  }
  const ControlledProgram& program = campaign_.crew().program();
  const Patience patience{campaign_.seconds_as_it_is(), &campaign_.interrupted(),
                          Patience::Others::ended};
  bool ends = true;
  for (int i = 0; i <= kPredictions && ends && !campaign_.interrupted(); ++i) {
    show(fmt::format("predicting, {} of {}", i + 1, kPredictions + 1));
    campaign_.report().progress().update([] { return std::string("running the program"); });
    const auto begin = std::chrono::steady_clock::now();
    const bool is_last = i == kPredictions;
    auto found = i == 0    ? detect_unseen(program, patience)
                 : is_last ? predict_unselected(program, patience)
                           : predict_unseen(program, patience);
    if (!found) return std::move(found).error();
    if (i == 0) {
      known().outcome.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      campaign_.expect_runs_of(known().outcome.seconds);
    }
    runs_ += i == 0 || is_last ? 1 : 2;
    // One that hangs is better looked at under control.
    ends = std::none_of(found->findings.begin(), found->findings.end(), [](const auto& item) {
      return item.kind == report::word_for(report::Failure::hang);
    });
    add_findings(known(), *std::move(found));
  }
  if (auto stored = campaign_.known(); stored) so_far_.add_stored(*std::move(stored));
  else say(stored.error());
  // In the store no other race has the same.
  campaign_.memory().keep(known(), program.path);
  if (ends)
    if (auto done = look_around(); !done) return done;
  for (report::FoundItem& item : known().findings)
    item.id = store::finding_id(item, name_in_store(program.path));
  if (journal_ != nullptr && !campaign_.interrupted()) journal_->keep_report(kStep, known());
  return {};
}

Result<void, std::string> Hunting::look_around() {
  constexpr double kShare = 0.05;  // of the time
  if (campaign_.interrupted()) return {};
  show("predicting, one thread at a time");
  const auto is_real = [&](const report::Race& race) {
    const report::Race* const one = so_far_.find(race.fingerprint);
    return one != nullptr && one->verdict != Verdict::potential;
  };
  const auto left = campaign_.time_left();
  const double begin = campaign_.seconds();
  const auto goes_on = [&] {
    return !campaign_.interrupted() &&
           !(left && campaign_.seconds() - begin > kShare * static_cast<double>(left->count()));
  };
  report::Report found;
  if (auto done = cli::look_around(wish_.seed, kLooks, is_real, goes_on, campaign_, found); !done)
    return done;
  add_findings(known(), std::move(found));
  campaign_.memory().keep(known(), campaign_.crew().program().path);
  return {};
}

// If there are too many pairs for the time, at least it is known which are real. And what atomics
// and signals kept apart may have been so by chance: of these nobody hears unless they meet.
Result<void, std::string> Hunting::sweep_potential() {
  constexpr std::size_t kMostKeptApart = 256;
  report::Report open =
      so_far_.races([](const report::Race& race) { return race.verdict == Verdict::potential; });
  // One pair alone has its turn soon.
  if (open.races.size() == 1 && known().kept_apart.empty()) return {};
  for (const report::Race& pair : known().kept_apart) {
    if (&pair - known().kept_apart.data() == kMostKeptApart) break;
    open.races.push_back(pair);
    open.races.back().id = campaign_.report().id_for(pair.fingerprint);
    open.races.back().verdict = Verdict::potential;
    open.races.back().hint.reset();
  }
  std::erase_if(open.races,
                [&](const report::Race& race) { return campaign_.report().is_unwanted(race); });
  const std::vector<Suspect> suspects = suspects_in(open);
  if (suspects.empty() || campaign_.interrupted()) return {};
  show("confirming all at once");
  report::Report found;
  auto done = sweep(suspects, wish_.seed, campaign_, found);
  add_findings(known(), std::move(found));
  return done;
}

Result<void, std::string> Hunting::confirm(std::uint64_t runs, Verdict least, bool is_last) {
  const report::Report open = so_far_.races([&](const report::Race& race) {
    return race.verdict >= least && race.verdict != Verdict::harmful;
  });
  const std::vector<Suspect> suspects = suspects_in(open);
  report::Report found;
  CampaignReport unseen = campaign_.unseen(found);
  Confirming confirming({.runs = runs,
                         .seed = wish_.seed,
                         .strategy = "directed",
                         .deadlocks = may_deadlock(known()),
                         .sure = !is_last,
                         .rechecks = true,
                         .varied = true,
                         .check = wish_.check},
                        campaign_.crew(), campaign_.bundling(), unseen, campaign_.interrupted());
  auto done = suspects.empty() ? confirming.explore({}, known())
                               : confirming.confirm(suspects, open, known());
  so_far_.take(std::move(found));
  return done;
}

Result<void, std::string> Hunting::classify(std::uint64_t runs, bool is_last) {
  // Of a location where one race hurts, the others need not be tried.
  const report::Report open = so_far_.races([&](const report::Race& race) {
    return !so_far_.is_known_to_hurt(race.location) &&
           (race.verdict == Verdict::real || (is_last && race.verdict == Verdict::potential));
  });
  report::Report found;
  CampaignReport unseen = campaign_.unseen(found);
  Classifying classifying({.runs = runs,
                           .seed = wish_.seed,
                           .heuristics = heuristics_named("all"),
                           .location = "",
                           .check = wish_.check,
                           .sure = !is_last,
                           .varied = true,
                           .others_race = open.races.size() < known().races.size()},
                          campaign_.crew(), campaign_.bundling(), unseen, campaign_.interrupted());
  auto done = classifying.classify(open);
  so_far_.take(std::move(found));
  return done;
}

void Hunting::conclude() {
  suppressed_ += so_far_.leave_out_unwanted(campaign_.report());
  if (const std::string ids = so_far_.only_stored(); !ids.empty())
    say("note: known from before, and not seen this time: " + ids);
  report::Report& all = campaign_.report().report();
  report::Report found = std::move(so_far_).ranked();
  found.command = all.command;
  found.program = all.program;
  found.outcome.seconds = campaign_.seconds();
  found.outcome.runs = runs_ + campaign_.crew().runs();
  all = std::move(found);
}

}  // namespace steward::cli
