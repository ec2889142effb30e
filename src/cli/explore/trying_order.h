// The executions of an experiment on the order of two accesses: see order_trial.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

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
  // All must outlive it. `pair`: what is wanted of runs for the pair; `what`: the pair, for who
  // watches.
  TryingOrder(const ConfirmWish& wish, Crew& crew, CampaignReport& report,
              const std::atomic<bool>& interrupted, ControlledWish pair, store::Usual usual,
              std::string what)
      : wish_(wish),
        crew_(crew),
        report_(report),
        interrupted_(interrupted),
        pair_(std::move(pair)),
        usual_(std::move(usual)),
        what_(std::move(what)) {}

  // Adds to the verdict. `fails`: the program was seen to. The error is a sentence.
  Result<void, std::string> run(bool fails, PairVerdict& found);

 private:
  // So many runs of each kind that comes into question, without the first ones.
  Result<void, std::string> run(std::uint32_t passes, std::uint64_t first, std::uint64_t count,
                                PairVerdict& found);
  Result<void, std::string> run(const ControlledWish& wish, std::uint64_t count,
                                PairVerdict& found);

  const ConfirmWish& wish_;
  Crew& crew_;
  CampaignReport& report_;
  const std::atomic<bool>& interrupted_;
  const ControlledWish pair_;
  const store::Usual usual_;
  const std::string what_;
};

}  // namespace steward::cli
