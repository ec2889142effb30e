// A controlled run as a text that can be kept, and back.
#pragma once

#include <optional>
#include <string>

#include "cli/explore/controlled_run.h"

namespace steward::cli {

// All of it but for the schedule: that is long, and the same wish gives it again.
std::string text_of(const ControlledRun& run);
// Nothing if it is none.
std::optional<ControlledRun> run_from(const std::string& text);

}  // namespace steward::cli
