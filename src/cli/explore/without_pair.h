// What a program does when its threads are held at no pair of accesses: scheduled at random, or
// directed at deadlocks. Runs for a pair are compared with these, and what goes wrong in them is
// told, if no race explains it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/result.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/confirm_wish.h"
#include "cli/explore/confirmation.h"
#include "cli/explore/crew.h"
#include "cli/explore/suspects.h"

namespace steward::cli {

class WithoutPair {
 public:
  // All must outlive it.
  WithoutPair(const ConfirmWish& wish, Crew& crew, CampaignReport& report,
              const std::atomic<bool>& interrupted)
      : wish_(wish), crew_(crew), report_(report), interrupted_(interrupted) {}

  // As many as the user wishes. `base`: what all runs have in common. The error is a sentence.
  Result<void, std::string> run_undirected(const ControlledWish& base);
  // If that is wished for.
  Result<void, std::string> look_for_deadlocks(const ControlledWish& base);
  // With a turn at each access of `wish`, which holds nobody there.
  Result<void, std::string> run_with_turns(ControlledWish wish);
  // Tells what raced in runs that failed without a direction, but for what is known, if that is
  // wished for.
  Result<void, std::string> recheck(const std::function<bool(const report::Race&)>& is_known);

  const Undirected& undirected() const { return undirected_; }
  store::Usual usual() const;

  // What went wrong in runs of a pair, but without its race.
  void keep_failures(const Suspect& suspect, const Confirmation& confirmation);
  // Tells all that went wrong and is not evidence of any race.
  void tell_failures(const std::set<report::Failure>& explained);

 private:
  Result<void, std::string> run(ControlledWish wish, channel::Direction direction, const char* what,
                                Undirected& found);
  Result<void, std::string> run_some(ControlledWish& wish, std::uint64_t first, std::uint64_t count,
                                     const char* what, Undirected& found);

  const ConfirmWish& wish_;
  Crew& crew_;
  CampaignReport& report_;
  const std::atomic<bool>& interrupted_;
  Undirected undirected_, all_watched_, cornered_;
  struct Failed {
    std::string message;
    KeptRun run;
  };
  std::map<report::Failure, Failed> beside_pairs_;
};

}  // namespace steward::cli
