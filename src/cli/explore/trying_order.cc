#include "cli/explore/trying_order.h"

#include <algorithm>
#include <fmt/format.h>

namespace steward::cli {

Result<void, std::string> TryingOrder::run(bool fails, PairVerdict& found) {
  // As many as tell something, if nothing goes wrong: then all there are.
  const std::uint64_t few = std::min(kFew, wish_.runs);
  const std::uint64_t all = wish_.runs == 1 ? 1 : std::max(kFew, wish_.runs);
  if (auto done = run(0, 0, few, found); !done) return done;
  fails |= found.trial.has_failures();
  const auto is_open = [&] { return fails && found.trial.proofs().empty() && !interrupted_; };
  if (is_open())
    if (auto done = run(0, few, all - few, found); !done) return done;
  // Where they meet in a loop it may be one of the next times that counts. That is a lot of runs:
  // not as long as others are to come.
  constexpr std::uint32_t kPasses = 3;
  for (std::uint32_t passes = 1; passes <= kPasses && !wish_.sure && is_open(); ++passes)
    if (auto done = run(passes, 0, all, found); !done) return done;
  return {};
}

Result<void, std::string> TryingOrder::run(std::uint32_t passes, std::uint64_t first,
                                           std::uint64_t count, PairVerdict& found) {
  using channel::Trial;
  ControlledWish wish = pair_;
  wish.header.directed = channel::Direction::races;
  wish.header.passes = passes;
  wish.header.seed = wish_.seed + first;
  for (const Trial trial : {Trial::both_go_on, Trial::one_waits, Trial::other_waits}) {
    wish.header.trial = trial;
    if (auto done = run(wish, count, found); !done || passes > 0) return done;
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
