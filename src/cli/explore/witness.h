// Who listens to a controlled execution.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "cli/explore/controlled_run.h"
#include "report/live/live_report.h"

namespace steward::cli {

// Takes everything down, for somebody else to judge.
class Witness : public report::Audience {
 public:
  explicit Witness(ControlledRun& run) : run_(run) {}

  bool wants(const report::Race&) override { return true; }
  bool wants(const report::FoundItem&) override { return true; }
  bool counts(const report::Race&) override { return false; }
  bool counts(const report::FoundItem&) override { return false; }
  void together(std::uint64_t first, std::uint64_t second, std::uint64_t step,
                report::Race race) override {
    run_.meetings.push_back({first, second, step, std::move(race)});
  }
  void stepped(std::uint64_t steps) override { run_.steps += steps; }
  void opened(const std::string& path) override { run_.opened.insert(path); }
  void joins(std::uint32_t process, const report::ProcessRecord& record) override {
    run_.processes.push_back(process);
    if (!record.suppressions.empty()) run_.suppressions.insert(record.suppressions);
  }

 protected:
  ControlledRun& run_;
};

}  // namespace steward::cli
