// Repeating executions in which something went wrong, with happens-before checked between all
// accesses: that tells what raced in them, whoever was suspected.
#pragma once

#include <functional>
#include <optional>

#include "base/result.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/confirmation.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/crew.h"
#include "report/report.h"

namespace steward::cli {

// The same execution again. Nothing if it has not ended in the same way, or was cut off. The error
// is a sentence.
Result<std::optional<ControlledRun>, std::string> recheck(const KeptRun& run,
                                                          const store::Usual& usual, Crew& crew,
                                                          CampaignReport& report);

// Adds the races of such a run to the report, as real, unless `is_known`. `wish`: what was wanted
// of it; `about`: what it was for.
void add_races(const ControlledRun& run, const ControlledWish& wish, const std::string& about,
               const store::Usual& usual, const std::function<bool(const report::Race&)>& is_known,
               CampaignReport& report);

}  // namespace steward::cli
