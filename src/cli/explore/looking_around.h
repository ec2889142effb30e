// Which accesses of a program race, by a few executions one thread at a time in which
// happens-before is checked between all of them. Where threads go as they like, those of a short
// program hardly overlap, and it is up to the machine which of them comes first; here they do what
// they else hardly ever do.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "cli/explore/campaign.h"
#include "report/report.h"

namespace steward::cli {

// Enough to show most of what there is.
inline constexpr std::uint64_t kLooks = 8;

// Adds what raced to `found`, as real, but for what is known, and whatever stopped the program.
// `goes_on`: asked before each execution. The error is a sentence.
Result<void, std::string> look_around(std::uint64_t seed, std::uint64_t runs,
                                      const std::function<bool(const report::Race&)>& is_known,
                                      const std::function<bool()>& goes_on, Campaign& campaign,
                                      report::Report& found);

}  // namespace steward::cli
