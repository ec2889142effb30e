#include "cli/hunt/sweep.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

#include "cli/explore/confirmation.h"
#include "cli/explore/confirming.h"
#include "cli/explore/scouting.h"
#include "cli/explore/step_limits.h"
#include "report/render/phrases.h"

namespace steward::cli {
namespace {

// Runs with the same pairs, however many are at work; whoever met is left out of the next ones.
constexpr std::uint64_t kTogether = 4;
constexpr std::uint64_t kTimes = 3;
// Pairs of one run: who is held everywhere gets nowhere.
constexpr std::size_t kMostPairs = 64;

using Numbers = std::pair<std::uint64_t, std::uint64_t>;  // of statements, the lower first

class Sweep {
 public:
  Sweep(std::uint64_t seed, Campaign& campaign, report::Report& found)
      : campaign_(campaign), report_(campaign.unseen(found)), found_(found), seed_(seed) {}

  Result<void, std::string> of(const std::vector<Suspect>& suspects) {
    auto scouted = scout(wish_for({}), suspects, campaign_.crew(), campaign_.bundling(), report_);
    if (!scouted) return std::move(scouted).error();
    usual_ = scouted->usual;
    for (std::size_t begin = 0; begin < scouted->targets.size(); begin += kMostPairs) {
      if (campaign_.interrupted()) break;
      const std::size_t end = std::min(begin + kMostPairs, scouted->targets.size());
      arm(suspects, scouted->targets, begin, end);
      if (auto done = run_some(); !done) return done;
    }
    return {};
  }

 private:
  // A read and a write at one statement are several races, and so are several variables.
  struct Seen {
    const Suspect* suspect;
    Confirmation::Example example;
    store::Usual usual;  // of that run
  };
  struct Pair {
    std::vector<const Suspect*> open;
    std::vector<Seen> seen;
  };

  void arm(const std::vector<Suspect>& suspects, const std::vector<Target>& targets,
           std::size_t begin, std::size_t end) {
    wish_ = wish_for({.seed = seed_, .strategy = "directed", .varied = true});
    wish_.header.directed = channel::Direction::races;
    wish_.header.until_met = 1;
    wish_.header.not_own_stacks = 1;
    pairs_.clear();
    std::map<Statement, std::uint64_t> numbers;
    for (std::size_t i = begin; i < end; ++i) {
      // Who tries it on its own says so.
      if (!targets[i].problem.empty()) continue;
      std::array<std::uint64_t, 2> own = {};
      for (std::size_t k = 0; k < own.size(); ++k) {
        const auto [known, is_new] =
            numbers.try_emplace(suspects[i].statements[k], numbers.size() + 1);
        if (is_new) add_code(targets[i].code[k], known->second, wish_.ranges);
        own[k] = known->second;
      }
      if (may_be_on_stack(suspects[i])) wish_.header.not_own_stacks = 0;
      pairs_[std::minmax(own[0], own[1])].open.push_back(&suspects[i]);
    }
  }

  Result<void, std::string> run_some() {
    if (pairs_.empty()) return {};
    if (auto done = measure(); !done) return done;
    for (std::uint64_t i = 0; i < kTimes && !campaign_.interrupted(); ++i) {
      const std::size_t before = pairs_.size();
      if (auto done = run(); !done) return done;
      if (pairs_.empty() || pairs_.size() == before) break;
      wish_.header.seed += kTogether;
    }
    return {};
  }

  // A watched access is a step, too: what is usual shows when nobody is held there.
  Result<void, std::string> measure() {
    ControlledWish wish = wish_;
    wish.header.directed = channel::Direction::none;
    wish.header.until_met = 0;
    wish.header.seed = kOwnSeed;
    std::uint64_t usual = 1;
    auto done = campaign_.crew().run(wish, 1, [&](std::uint64_t, const ControlledRun& run) {
      report_.note(run);
      usual = std::max(usual, run.steps);
    });
    wish_.header.expected_steps = usual;
    wish_.header.most_steps = most_steps_for(usual);
    return done;
  }

  Result<void, std::string> run() {
    wish_.pairs.clear();
    for (const auto& [numbers, pair] : pairs_)
      wish_.pairs.push_back(
          {static_cast<std::uint32_t>(numbers.first), static_cast<std::uint32_t>(numbers.second)});
    std::uint64_t runs = 0;
    auto done =
        campaign_.crew().run(wish_, kTogether, [&](std::uint64_t seed, const ControlledRun& run) {
          ++runs;
          report_.note(run);
          ControlledWish own = wish_;
          own.header.seed = seed;
          for (const auto& one : run.meetings) note(one.first, one.second, one.race, own, run);
          for (const auto& one : run.unordered) note(one.first, one.second, one.race, own, run);
          report_.progress().update(
              [&] { return report::counted(pairs_.size(), "pair") + " at the same time"; });
        });
    conclude(runs);
    return done;
  }

  // A run that has shown all that it looks for is over, and that is as it should be.
  store::Usual usual_for(const ControlledRun& run) const {
    std::set<Numbers> met;
    for (const Meeting& one : run.meetings) met.insert(std::minmax(one.first, one.second));
    return met.size() == wish_.pairs.size() ? store::Usual(0) : usual_;
  }

  void note(std::uint64_t one, std::uint64_t other, const report::Race& race,
            const ControlledWish& wish, const ControlledRun& run) {
    const auto pair = pairs_.find(std::minmax(one, other));
    if (pair == pairs_.end()) return;
    std::erase_if(pair->second.open, [&](const Suspect* suspect) {
      if (!may_be_same_location(suspect->race->location, race.location)) return false;
      const store::Usual usual = usual_for(run);
      pair->second.seen.push_back(
          {suspect, {race, run.report, keep(wish, run, ending_of(run, usual))}, usual});
      return true;
    });
  }

  void conclude(std::uint64_t runs) {
    for (auto& [numbers, pair] : pairs_) {
      for (const auto& [suspect, example, usual] : pair.seen) {
        report::Race race = example.race;
        race.id = suspect->race->id;
        race.fingerprint = suspect->race->fingerprint;
        race.verdict = report::Verdict::real;
        race.runs.confirm_tried = runs;
        race.runs.confirmed = 1;
        report_.adopt(example.report, &report::Report::races, race);
        race.replay = report_.store_run(race.id, suspect->text(), example.kept, usual);
        found_.races.push_back(std::move(race));
      }
      pair.seen.clear();
    }
    std::erase_if(pairs_, [](const auto& one) { return one.second.open.empty(); });
  }

  Campaign& campaign_;
  CampaignReport report_;
  report::Report& found_;
  const std::uint64_t seed_;
  store::Usual usual_;
  ControlledWish wish_;
  std::map<Numbers, Pair> pairs_;
};

}  // namespace

Result<void, std::string> sweep(const std::vector<Suspect>& suspects, std::uint64_t seed,
                                Campaign& campaign, report::Report& found) {
  return Sweep(seed, campaign, found).of(suspects);
}

}  // namespace steward::cli
