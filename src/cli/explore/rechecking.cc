#include "cli/explore/rechecking.h"

#include <algorithm>
#include <utility>

#include "cli/explore/ending.h"

namespace steward::cli {

Result<std::optional<ControlledRun>, std::string> recheck(const KeptRun& run,
                                                          const store::Usual& usual, Crew& crew,
                                                          CampaignReport& report) {
  ControlledWish wish = run.wish;
  wish.header.checks_all = 1;
  auto again = crew.stage().run(wish);
  if (!again) return std::move(again).error();
  report.note(*again);
  if (again->interrupted || again->overdue != 0 ||
      ending_of(*again, usual).failure != run.ending.failure)
    return std::optional<ControlledRun>();
  return std::optional(*std::move(again));
}

void add_races(const ControlledRun& run, const ControlledWish& wish, const std::string& about,
               const store::Usual& usual, const std::function<bool(const report::Race&)>& is_known,
               CampaignReport& report) {
  for (const report::Race& seen : run.report.races) {
    const auto& told = report.report().races;
    if (is_known(seen) || std::any_of(told.begin(), told.end(), [&](const report::Race& one) {
          return one.fingerprint == seen.fingerprint;
        }))
      continue;
    report::Race race = seen;
    race.id = report.id_for(race.fingerprint);
    race.verdict = report::Verdict::real;
    race.real_by = report::RealBy::happens_before;
    if (report.is_unwanted(race)) continue;
    report.adopt(run.report, &report::Report::races, race);
    // Who repeats it is to see it, too.
    ControlledWish checked = wish;
    checked.header.checks_all = 1;
    race.replay =
        report.store_run(race.id, about, keep(checked, run, ending_of(run, usual)), usual);
    report.report().races.push_back(std::move(race));
  }
}

}  // namespace steward::cli
