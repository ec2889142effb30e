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

// Of the suspects' races those that happened, as real, with the run that shows it. Errors are
// sentences.
Result<report::Report, std::string> sweep(const std::vector<Suspect>& suspects, std::uint64_t seed,
                                          Campaign& campaign);

}  // namespace steward::cli
