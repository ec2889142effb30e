// Many pairs of statements in one run: shows quickly which of them are real at all. Each is tried
// on its own afterwards, so nothing is lost if they are in each other's way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/explore/campaign.h"
#include "cli/explore/suspects.h"
#include "report/report.h"

namespace steward::cli {

// Adds to `found` those of the suspects' races that happened, as real, with the run that shows it.
// REQUIRES: suspects that are races. Errors are sentences.
Result<void, std::string> sweep(const std::vector<Suspect>& suspects, std::uint64_t seed,
                                Campaign& campaign, report::Report& found);

}  // namespace steward::cli
