// The executions of an experiment on the order of two accesses: see order_trial.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/confirm_wish.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/crew.h"
#include "cli/explore/pair_verdict.h"

namespace steward::cli {

// Enough executions to show whether something happens often.
inline constexpr std::uint64_t kFew = 24;

class TryingOrder {
 public:
  // All must outlive it. `pair`: what is wanted of runs for the pair; `bytes`: where it races;
  // `what`: the pair, for who watches.
  TryingOrder(const ConfirmWish& wish, Crew& crew, CampaignReport& report,
              const std::atomic<bool>& interrupted, ControlledWish pair,
              std::vector<channel::PlanEntry> bytes, store::Usual usual, std::string what)
      : wish_(wish),
        crew_(crew),
        report_(report),
        interrupted_(interrupted),
        pair_(std::move(pair)),
        bytes_(std::move(bytes)),
        usual_(std::move(usual)),
        what_(std::move(what)) {}

  // Adds to the verdict. `fails`: the program was seen to. The error is a sentence.
  Result<void, std::string> run(bool fails, PairVerdict& found);

 private:
  // So many runs of each of these kinds, without the first ones. `wish`: what they
  // have in common.
  Result<void, std::string> run(std::span<const channel::Trial> trials, ControlledWish wish,
                                std::uint64_t first, std::uint64_t count, PairVerdict& found);
  Result<void, std::string> run(const ControlledWish& wish, std::uint64_t count,
                                PairVerdict& found);

  const ConfirmWish& wish_;
  Crew& crew_;
  CampaignReport& report_;
  const std::atomic<bool>& interrupted_;
  const ControlledWish pair_;
  const std::vector<channel::PlanEntry> bytes_;
  const store::Usual usual_;
  const std::string what_;
};

}  // namespace steward::cli
