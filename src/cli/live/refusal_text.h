// What is said of an access that was not made.
#pragma once

#include <cstdint>
#include <string>

#include "report/live/records.h"

namespace steward::cli {

// A line. `thread`: how reports call it.
std::string refusal_line(std::uint32_t pid, const report::RefusedRecord& refused,
                         const std::string& thread);

}  // namespace steward::cli
