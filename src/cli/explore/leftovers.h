// Processes that a controlled execution leaves behind when it ends. They would go on for as long as
// they like, write to the files of the next execution, and keep those of the tool open.
#pragma once

#include <functional>
#include <string>
#include <sys/types.h>

#include "base/result.h"
#include "cli/parse.h"

namespace steward::cli {

// Starts a process that somebody waits for by wait_for(): it is none of them. From the first one on
// those whose parents have ended become children of the tool.
Result<pid_t, UsageError> start_awaited(const std::function<Result<pid_t, UsageError>()>& start);
// Its status, as waitpid gives it, when it has ended.
int wait_for(pid_t awaited);

// Ends all of them that have `mark` in the environment they were started with, and whatever those
// leave. `first`: the execution; who has come after it has a higher number, unless numbers have
// begun anew: now and then, all are looked at.
void end_leftovers(const std::string& mark, pid_t first);
// All there are.
void end_all_leftovers();

}  // namespace steward::cli
