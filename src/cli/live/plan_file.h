// The plan for the second phase of a prediction, in a file that the program's processes read.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "report/live/prospects.h"
#include "report/live/temporary_file.h"

namespace steward::cli {

// In `folder`. The error is a sentence.
Result<report::TemporaryFile, std::string> write_plan(const std::string& folder,
                                                      const report::Prospects& prospects,
                                                      std::uint64_t lock_bound);

}  // namespace steward::cli
