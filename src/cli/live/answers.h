// Where processes find the answers on functions by which objects change hands.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/live/program.h"
#include "report/live/channel_functions.h"
#include "report/live/temporary_file.h"

namespace steward::cli {

// For one execution: a file in `folder`, which is named in `environment`; none without functions.
// The error is a sentence.
Result<std::optional<report::TemporaryFile>, std::string> answers_for(
    report::ChannelFunctions* functions, const std::string& folder, Environment& environment);

}  // namespace steward::cli
