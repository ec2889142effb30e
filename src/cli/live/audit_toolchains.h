// The compilers of this machine, and whether each can build programs for Steward.
#pragma once

#include <vector>

#include "cli/live/audit.h"

namespace steward::cli {

// One remark a compiler found in PATH; or one that there is none.
std::vector<Remark> audit_toolchains();

}  // namespace steward::cli
