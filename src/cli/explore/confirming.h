// The work of steward confirm: runs the program, and says what came of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/explore/bundling.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/confirm_wish.h"
#include "cli/explore/confirmation.h"
#include "cli/explore/crew.h"
#include "cli/explore/pair_verdict.h"
#include "cli/explore/scouting.h"
#include "cli/explore/suspects.h"
#include "cli/explore/without_pair.h"
#include "report/report.h"

namespace steward::cli {

// Whether locks are taken in contradictory orders, as far as a report knows, and no deadlock has
// come of it yet.
bool may_deadlock(const report::Report& known);

class Confirming {
 public:
  // All must outlive it.
  Confirming(const ConfirmWish& wish, Crew& crew, Bundling& bundling, CampaignReport& report,
             const std::atomic<bool>& interrupted);

  // Adds to the report, printing as it goes. `from`: where the suspects come from; `known`: what
  // the store has of the program. Errors are sentences.
  Result<void, std::string> confirm(const std::vector<Suspect>& suspects,
                                    const report::Report& from, const report::Report& known);
  // Without any direction: what goes wrong if threads are scheduled by chance, and if they may
  // change turns at these pairs as well.
  Result<void, std::string> explore(const std::vector<Suspect>& pairs, const report::Report& known);

  // What became of the pairs that were tried, or are not to be.
  struct Tally {
    std::uint64_t harmful = 0, real = 0, not_reproduced = 0, suppressed = 0;
  };
  const Tally& tally() const { return tally_; }

 private:
  // From a first run.
  Result<std::vector<Target>, std::string> find_targets(const std::vector<Suspect>& suspects);
  Result<void, std::string> run_undirected(const report::Report& from);
  // With a turn at each access that was to be tried: what several races do together.
  Result<void, std::string> run_all_watched(const std::vector<Suspect>& suspects,
                                            const std::vector<Target>& targets);
  // A watched access is a step, too: what is usual for these pairs shows when nobody is held there.
  // Sets how many steps are expected, and how many are too many.
  Result<void, std::string> measure(ControlledWish& measured);
  Result<void, std::string> run_watched(const Suspect& suspect, bool directed, std::uint64_t seed,
                                        std::uint64_t runs, Confirmation& confirmation);
  Result<void, std::string> run_exact(const Suspect& suspect, const Target& target,
                                      Confirmation& confirmation);
  Result<void, std::string> confirm_one(const Suspect& suspect, const Target& target,
                                        const report::Report& from);
  // Whether the order of the two decides.
  Result<void, std::string> try_order(const Suspect& suspect, const Target& target,
                                      PairVerdict& found);
  // What else raced in runs that fail only if they are directed.
  Result<void, std::string> look_for_others(const Suspect& suspect, PairVerdict& found,
                                            const report::Report& from);
  bool is_known(const report::Race& race, const report::Report& from) const;
  void conclude(const Suspect& suspect, const PairVerdict& found, const report::Report& from);
  // What is known of it from before, whichever says most; null if nothing is.
  const report::Race* known_before(const Suspect& suspect, const report::Race& race) const;
  void add_evidence(const Suspect& suspect, const PairVerdict& found, report::Race& race);
  void add_elsewhere(const Suspect& suspect, const PairVerdict& found, const report::Report& from);
  store::Usual usual() const { return without_pair_.usual(); }
  const Undirected& undirected() const { return without_pair_.undirected(); }
  std::optional<std::string> hint_for(const report::Race& predicted, const report::Report& from);

  const ConfirmWish wish_;
  Crew& crew_;
  Bundling& bundling_;
  CampaignReport& report_;
  const std::atomic<bool>& interrupted_;
  const report::Report* known_ = nullptr;
  Tally tally_;
  std::string pair_;  // which of them is tried, for who watches
  // Two statements, the lower first, and the name of what they access, if it has one.
  using Key = std::tuple<Statement, Statement, std::optional<std::string>>;
  std::map<Key, PairVerdict> done_;
  ControlledWish controlled_;
  WithoutPair without_pair_;
  std::set<report::Failure> explained_;  // failures that are evidence of a race
};

}  // namespace steward::cli
