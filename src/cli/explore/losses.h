// What runs had to give up, said once for all of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/explore/controlled_run.h"
#include "report/report.h"

namespace steward::cli {

class Losses {
 public:
  void add(const ControlledRun& run) {
    for (const report::Loss& loss : run.report.loss) ++runs_[loss.what];
  }
  // Counted are runs, not how often in them.
  std::vector<report::Loss> all() const {
    std::vector<report::Loss> all;
    for (const auto& [what, runs] : runs_) all.push_back({what + " (runs)", runs});
    return all;
  }

 private:
  std::map<std::string, std::uint64_t> runs_;
};

}  // namespace steward::cli
