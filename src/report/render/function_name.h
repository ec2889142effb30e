// What reports call a function.
#pragma once

#include <string>

#include "report/report.h"

namespace steward::report {

// Its name as people write it, or "?".
std::string function_name(const Frame& frame);

}  // namespace steward::report
