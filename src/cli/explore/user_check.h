// The command of the user's that says whether what a run has written is right.
#pragma once

#include <string>

namespace steward::cli {

// The code with which it ends when it reads `output`; as shells have it, 128 and the number of the
// signal that ends it, or 126 if it cannot be started.
int code_of_check(const std::string& command, const std::string& output);

}  // namespace steward::cli
