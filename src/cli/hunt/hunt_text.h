// What a hunt has found, for people.
#pragma once

#include <ostream>

#include "cli/explore/campaign_report.h"
#include "report/report.h"

namespace steward::cli {

// Each race and each finding, with all that is known of it.
void print_races(CampaignReport& report);
// One line for each, and what it all cost.
void print_hunt(const report::Report& report, std::ostream& out);

}  // namespace steward::cli
