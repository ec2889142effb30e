// Whether the same seed gives the same execution of a program, and if not, why.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/confirming.h"
#include "cli/explore/crew.h"
#include "report/report.h"

namespace steward::cli {

// Two executions with one seed. Nothing if they are the same; otherwise where they differ, and what
// may be the reason.
struct Comparison {
  std::vector<std::string> differences;
  std::vector<std::string> reasons;
};
Comparison compare(const ControlledRun& first, const ControlledRun& second);

// Runs each seed three times until two differ: that is a finding. The error is a sentence.
Result<void, std::string> check_determinism(const ConfirmWish& wish, Crew& crew,
                                            const std::atomic<bool>& interrupted,
                                            CampaignReport& report);

}  // namespace steward::cli
