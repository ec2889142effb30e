#include "cli/hunt/sweep.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <utility>

#include "cli/explore/confirmation.h"
#include "cli/explore/confirming.h"
#include "cli/explore/scouting.h"
#include "cli/explore/step_limits.h"

namespace steward::cli {
namespace {

// Runs with the same pairs, however many are at work; whoever met is left out of the next ones.
constexpr std::uint64_t kTogether = 4;
constexpr std::uint64_t kTimes = 3;

using Numbers = std::pair<std::uint64_t, std::uint64_t>;  // of statements, the lower first

class Sweep {
 public:
  Sweep(std::uint64_t seed, Campaign& campaign)
      : campaign_(campaign),
        report_(campaign.unseen(found_)),
        wish_(wish_for({.seed = seed, .strategy = "directed"})) {
    wish_.header.directed = 1;
    wish_.header.until_met = 1;
  }

  Result<report::Report, std::string> of(const std::vector<Suspect>& suspects) {
    if (auto armed = arm(suspects); !armed) return std::move(armed).error();
    for (std::uint64_t i = 0; i < kTimes && !campaign_.interrupted(); ++i) {
      const std::size_t before = open_.size();
      if (auto done = run(); !done) return std::move(done).error();
      if (open_.empty() || open_.size() == before) break;
      wish_.header.seed += kTogether;
    }
    return std::move(found_);
  }

 private:
  // What of a pair has been seen.
  struct Pair {
    std::vector<const Suspect*> suspects;  // a read and a write at one statement are several races
    std::optional<Confirmation::Example> seen;
  };

  Result<void, std::string> arm(const std::vector<Suspect>& suspects) {
    auto scouted = scout(wish_for({}), suspects, campaign_.crew(), campaign_.bundling(), report_);
    if (!scouted) return std::move(scouted).error();
    wish_.header.expected_steps = scouted->steps;
    wish_.header.most_steps = most_steps_for(scouted->steps);
    std::map<Statement, std::uint64_t> numbers;
    for (std::size_t i = 0; i < scouted->targets.size(); ++i) {
      const Target& target = scouted->targets[i];
      if (!target.problem.empty()) continue;  // who tries it on its own says so
      std::array<std::uint64_t, 2> own = {};
      for (std::size_t k = 0; k < own.size(); ++k) {
        const auto [known, is_new] =
            numbers.try_emplace(suspects[i].statements[k], numbers.size() + 1);
        if (is_new) add_code(target.code[k], known->second, wish_.ranges);
        own[k] = known->second;
      }
      open_[std::minmax(own[0], own[1])].suspects.push_back(&suspects[i]);
    }
    return {};
  }

  Result<void, std::string> run() {
    wish_.pairs.clear();
    for (const auto& [numbers, pair] : open_)
      wish_.pairs.push_back(
          {static_cast<std::uint32_t>(numbers.first), static_cast<std::uint32_t>(numbers.second)});
    auto done =
        campaign_.crew().run(wish_, kTogether, [&](std::uint64_t seed, const ControlledRun& run) {
          report_.note(run);
          ControlledWish own = wish_;
          own.header.seed = seed;
          for (const auto& one : run.meetings) note(one.first, one.second, one.race, own, run);
          for (const auto& one : run.unordered) note(one.first, one.second, one.race, own, run);
          report_.progress().update(
              [&] { return fmt::format("{} pairs at the same time", open_.size()); });
        });
    conclude();
    return done;
  }

  void note(std::uint64_t one, std::uint64_t other, const report::Race& race,
            const ControlledWish& wish, const ControlledRun& run) {
    const auto pair = open_.find(std::minmax(one, other));
    if (pair != open_.end() && !pair->second.seen)
      pair->second.seen = {race, run.report, keep(wish, run, Ending())};
  }

  void conclude() {
    for (const auto& [numbers, pair] : open_) {
      if (!pair.seen) continue;
      for (const Suspect* const suspect : pair.suspects) {
        report::Race race = pair.seen->race;
        race.id = suspect->race->id;
        race.fingerprint = suspect->race->fingerprint;
        race.verdict = report::Verdict::real;
        report_.adopt(pair.seen->report, &report::Report::races, race);
        race.replay = report_.store_run(race.id, suspect->text(), pair.seen->kept, 0);
        found_.races.push_back(std::move(race));
      }
    }
    std::erase_if(open_, [](const auto& one) { return one.second.seen.has_value(); });
  }

  Campaign& campaign_;
  report::Report found_;
  CampaignReport report_;
  ControlledWish wish_;
  std::map<Numbers, Pair> open_;
};

}  // namespace

Result<report::Report, std::string> sweep(const std::vector<Suspect>& suspects, std::uint64_t seed,
                                          Campaign& campaign) {
  return Sweep(seed, campaign).of(suspects);
}

}  // namespace steward::cli
