// A program under gdb, which stops it when it is told of a race: in the thread that is about to
// make the second access, or if the execution is controlled, in both that stand at it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/live/program.h"
#include "cli/parse.h"

namespace steward::cli {

struct Debugger {
  std::string path;
  std::vector<std::string> words;
};

// Gdb, to be started in the place of `path` with `words`. The variables are for the program: gdb
// itself must not be watched. `stale_reads`: it stops at that one and those that follow.
Result<Debugger, UsageError> under_gdb(const std::string& path,
                                       const std::vector<std::string>& words,
                                       const Environment& environment,
                                       std::uint64_t stale_reads = 0);

}  // namespace steward::cli
