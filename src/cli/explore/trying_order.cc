#include "cli/explore/trying_order.h"

#include <algorithm>
#include <fmt/format.h>

namespace steward::cli {
namespace {

using channel::Trial;

constexpr Trial kAtOnce[] = {Trial::both_go_on, Trial::one_waits, Trial::other_waits};
constexpr Trial kLate[] = {Trial::one_is_late, Trial::other_is_late};

}  // namespace

Result<void, std::string> TryingOrder::run(bool fails, PairVerdict& found) {
  // As many as tell something, if nothing goes wrong: then all there are.
  const std::uint64_t few = std::min(kFew, wish_.runs);
  const std::uint64_t all = wish_.runs == 1 ? 1 : std::max(kFew, wish_.runs);
  if (auto done = run(kAtOnce, pair_, 0, few, found); !done) return done;
  fails |= found.trial.has_failures();
  const auto is_open = [&] { return fails && found.trial.proofs().empty() && !interrupted_; };
  if (is_open())
    if (auto done = run(kAtOnce, pair_, few, all - few, found); !done) return done;
  // That is a lot of runs: not as long as others are to come.
  if (wish_.sure) return {};
  if (is_open())
    if (auto done = run(kLate, pair_, 0, all, found); !done) return done;
  // Whoever is held at other accesses of the same statements hardly ever meets at those that race.
  if (is_open() && !bytes_.empty()) {
    ControlledWish only_there = pair_;
    only_there.tracked = bytes_;
    only_there.header.only_tracked = 1;
    if (auto done = run(kAtOnce, only_there, 0, all, found); !done) return done;
  }
  // Where they meet in a loop it may be one of the next times that counts.
  constexpr std::uint32_t kPasses = 3;
  ControlledWish later = pair_;
  for (later.header.passes = 1; later.header.passes <= kPasses && is_open(); ++later.header.passes)
    if (auto done = run({kAtOnce, 1}, later, 0, all, found); !done) return done;
  return {};
}

Result<void, std::string> TryingOrder::run(std::span<const channel::Trial> trials,
                                           ControlledWish wish, std::uint64_t first,
                                           std::uint64_t count, PairVerdict& found) {
  wish.header.directed = channel::Direction::races;
  wish.header.seed = wish_.seed + first;
  for (const channel::Trial trial : trials) {
    wish.header.trial = trial;
    if (auto done = run(wish, count, found); !done) return done;
  }
  return {};
}

Result<void, std::string> TryingOrder::run(const ControlledWish& wish, std::uint64_t count,
                                           PairVerdict& found) {
  const auto is_here = [&](const report::Race& race) { return found.directed.is_here(race); };
  ControlledWish own = wish;
  return crew_.run(wish, count, [&](std::uint64_t seed, const ControlledRun& run) {
    report_.note(run);
    own.header.seed = seed;
    found.trial.add(own, run, usual_, is_here);
    report_.take_stops(own, run, usual_);
    report_.progress().update(
        [&] { return fmt::format("{}: who goes first, {} runs", what_, found.trial.runs()); });
  });
}

}  // namespace steward::cli
