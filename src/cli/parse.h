// A command line, checked against a command's option table.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace steward::cli {

struct UsageError {
  std::string message;
};

// `words` are those behind the command's name. `--help` is not among them.
Result<Arguments, UsageError> parse(const Command& command, const std::vector<std::string>& words);

}  // namespace steward::cli
