#include "cli/explore/without_pair.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "cli/explore/confirm_text.h"
#include "cli/explore/rechecking.h"
#include "cli/explore/step_limits.h"
#include "report/words.h"

namespace steward::cli {
namespace {

constexpr std::uint64_t kRunsOfUnknown = 5;
// Kinds of runs, as people read of them.
constexpr char kUndirected[] = "without a direction";
constexpr char kAllWatched[] = "with turns at all these statements";
constexpr char kCornered[] = "directed at deadlocks";

}  // namespace

Result<void, std::string> WithoutPair::run_undirected(const ControlledWish& base) {
  return run(base, channel::Direction::none, "undirected runs", undirected_);
}

Result<void, std::string> WithoutPair::look_for_deadlocks(const ControlledWish& base) {
  if (!wish_.deadlocks || interrupted_ || undirected_.all_hang()) return {};
  return run(base, channel::Direction::deadlocks, "looking for deadlocks", cornered_);
}

Result<void, std::string> WithoutPair::run(ControlledWish wish, channel::Direction direction,
                                           const char* what, Undirected& found) {
  // Nor is anything watched: threads go on at its accesses as anywhere.
  wish.ranges.clear();
  wish.pairs.clear();
  wish.header.directed = direction;
  if (direction == channel::Direction::none) wish.header.choice = choice_without_direction(wish_);
  // A hang takes long to be noticed as long as nobody knows how many steps are usual; and whoever
  // always hangs does so in the other runs as well.
  const std::uint64_t few = std::min(kRunsOfUnknown, wish_.runs);
  wish.header.most_steps = kManySteps;
  auto done = run_some(wish, 0, few, what, found);
  if (done && wish_.runs > few && !found.all_hang()) {
    wish.header.most_steps = most_steps_without_pair(found.longest());
    done = run_some(wish, few, wish_.runs - few, what, found);
  }
  return done;
}

Result<void, std::string> WithoutPair::run_with_turns(ControlledWish wish) {
  wish.pairs.clear();
  wish.header.directed = channel::Direction::none;
  wish.header.choice = choice_without_direction(wish_);
  wish.header.most_steps = most_steps_for(undirected_.longest_if_all_watched());
  return run_some(wish, 0, wish_.runs, "turns at all statements", all_watched_);
}

Result<void, std::string> WithoutPair::run_some(ControlledWish& wish, std::uint64_t first,
                                                std::uint64_t count, const char* what,
                                                Undirected& found) {
  wish.header.seed = wish_.seed + first;
  auto done = crew_.run(wish, count, [&](std::uint64_t seed, const ControlledRun& run) {
    report_.note(run);
    wish.header.seed = seed;
    found.add(wish, run, wish_.check);
    report_.take_stops(wish, run, usual());
    report_.progress().update(
        [&] { return fmt::format("{}: {} of {}", what, found.runs(), wish_.runs); });
  });
  report_.progress().clear();
  return done;
}

Result<void, std::string> WithoutPair::recheck(
    const std::function<bool(const report::Race&)>& is_known) {
  if (!wish_.rechecks) return {};
  for (const auto& [failure, group] : undirected_.failures()) {
    if (interrupted_) break;
    auto again = cli::recheck(group.first, usual(), crew_, report_);
    if (!again) return std::move(again).error();
    if (*again)
      add_races(**again, group.first.wish, "what raced in a run that failed", usual(), is_known,
                report_);
  }
  return {};
}

store::Usual WithoutPair::usual() const {
  store::Usual usual(undirected_.usual_exit());
  usual.check = wish_.check;
  return usual;
}

void WithoutPair::keep_failures(const Suspect& suspect, const Confirmation& confirmation) {
  for (const Endings& ending : confirmation.endings_without())
    beside_pairs_.try_emplace(
        ending.failure,
        Failed{fmt::format(
                   "{}, in {} for {} in which these did not race", ending.kept.ending.detail,
                   report::Rate{ending.runs, confirmation.together().runs}.text(), suspect.text()),
               ending.kept});
}

void WithoutPair::tell_failures(const std::set<report::Failure>& explained) {
  std::map<report::Failure, Failed> all;
  const auto take = [&](const Undirected& runs, const char* kind) {
    for (const auto& [failure, group] : runs.failures())
      all.try_emplace(failure,
                      Failed{fmt::format("{}, in {} {}", group.first.ending.detail,
                                         report::Rate{group.runs, runs.runs()}.text(), kind),
                             group.first});
  };
  take(undirected_, kUndirected);
  take(all_watched_, kAllWatched);
  take(cornered_, kCornered);
  all.merge(beside_pairs_);
  for (const auto& [failure, failed] : all) {
    // Whatever stops it has been told, with all its threads.
    if (stops_for_good(failure) || explained.contains(failure)) continue;
    report::FoundItem item;
    item.kind = report::word_for(failure);
    item.message = failed.message;
    report_.add_finding(std::move(item), {}, failed.run, usual());
  }
  print_stops(undirected_, kUndirected, report_.text());
  print_stops(all_watched_, kAllWatched, report_.text());
  print_stops(cornered_, kCornered, report_.text());
}

}  // namespace steward::cli
