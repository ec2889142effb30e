// What a hunt has found, for people.
#pragma once

#include <ostream>
#include <string>

#include "cli/explore/campaign_report.h"
#include "report/report.h"

namespace steward::cli {

// What it is, where, and how it shows again: a line, or two.
std::string line_of(const report::Race& race);
std::string line_of(const report::FoundItem& item);

// Each race and each finding, with all that is known of it.
void print_races(CampaignReport& report);
// One line for each, and what it all cost.
void print_hunt(const report::Report& report, std::ostream& out);

}  // namespace steward::cli
