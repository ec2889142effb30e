// What debug information says of an address in the code.
#pragma once

#include <cstdint>

#include "report/report.h"

struct Dwfl_Module;

namespace steward::report {

// The innermost function first, then those it was inlined into, each with the place in it. Empty
// without debug information for that address.
Stack inlined_frames(Dwfl_Module* module, std::uint64_t address);

}  // namespace steward::report
