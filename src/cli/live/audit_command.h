// Asks another program something: a compiler for its version, the loader for libraries.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace steward::cli {

struct CommandOutput {
  int status = -1;   // its exit code; -1 if it did not start or was killed
  std::string text;  // its standard output
};

// Runs it to its end, with `environment` added and with nothing to read; what it says to standard
// error is dropped.
CommandOutput output_of(const std::vector<std::string>& words,
                        const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace steward::cli
