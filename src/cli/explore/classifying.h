// The work of steward classify: runs the program with stale values, and says what came of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/explore/bundling.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/classification.h"
#include "cli/explore/crew.h"
#include "cli/explore/location_class.h"
#include "report/report.h"

namespace steward::cli {

struct ClassifyWish {
  std::uint64_t runs = 100;  // by each heuristic
  std::uint64_t seed = 1;
  std::vector<channel::Stale> heuristics;
  std::string location;  // empty: that of each race
  std::string check;
  bool tear = false;
  bool sure = false;         // as Classification has it
  bool varied = false;       // as ConfirmWish has it
  bool others_race = false;  // besides those of the report
};

// As the user calls them; "all" but the one that is none.
std::vector<channel::Stale> heuristics_named(const std::string& word);

class Classifying {
 public:
  // All must outlive it.
  Classifying(const ClassifyWish& wish, Crew& crew, Bundling& bundling, CampaignReport& report,
              const std::atomic<bool>& interrupted);

  // Adds to the report, printing as it goes. `from`: the races known of the program. The error is a
  // sentence.
  Result<void, std::string> classify(const report::Report& from);

  // What became of the locations that were tried.
  struct Tally {
    std::uint64_t harmful = 0, harmless = 0, without_choice = 0, suppressed = 0;
  };
  const Tally& tally() const { return tally_; }

 private:
  // A first run, which shows what the program consists of.
  Result<std::vector<LocationClass>, std::string> find_locations(const report::Report& from);
  Result<void, std::string> run_undisturbed();
  Result<void, std::string> classify_one(const LocationClass& location, const report::Report& from);
  // Loads of atomic objects that read older stores: what they break is no race's doing.
  Result<void, std::string> try_atomics();
  // Runs by the heuristics, and as many without stale values, with which they are compared.
  Result<std::optional<Classification>, std::string> try_stale(ControlledWish wish,
                                                               const std::string& what);
  using Take = std::function<void(const ControlledWish&, ControlledRun)>;
  Result<void, std::string> run(ControlledWish wish, const std::string& what, const Take& take);
  void conclude(const LocationClass& location, const Classification& found,
                const report::Report& from);
  // The race that a failure is evidence of, in the report; null if nobody wants to hear of it.
  report::Race* race_for(const LocationClass& location, const Classification& found,
                         const std::optional<StaleRead>& read, const report::Report& from);
  report::Race* add_race(report::Race race, const report::Report& around);
  void add_evidence(const LocationClass& location, const Harm& harm, report::Cause cause,
                    report::Race& race);
  bool is_due_to_stopping(const Harm& harm) const;
  void add_location(const std::string& name, const Classification& found);
  // What goes wrong without any stale value, and is not known to be due to the location.
  void take_failures();

  const ClassifyWish wish_;
  Crew& crew_;
  Bundling& bundling_;
  CampaignReport& report_;
  const std::atomic<bool>& interrupted_;
  ControlledWish controlled_;
  Undisturbed undisturbed_;
  store::Usual usual_;
  double last_seconds_ = 0, undisturbed_seconds_ = 0;  // that runs took
  bool only_location_ = false;                         // of the program, as far as is known
  Tally tally_;
};

}  // namespace steward::cli
