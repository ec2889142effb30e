// The environment of a controlled program. It lies on the program's stack: if it had another size
// in each shell, all addresses of that stack would differ, and so could what a program does by
// them.
#pragma once

#include "cli/live/program.h"

namespace steward::cli {

// The tool's own variables.
Environment own_environment();

// Those of `base` that `over` does not replace, those of `over`, and one that makes up for all
// differences in size: also of what else is there, the path of the program and its words.
Environment surroundings(const Environment& base, const Environment& over, const std::string& path,
                         const std::vector<std::string>& words);

}  // namespace steward::cli
