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
  void stale(report::FoundItem read, report::Race race) override {
    ++run_.stale_count;
    run_.stale_read = {std::move(read), std::move(race)};
  }
  void memory(const channel::MemoryCounts& counts) override { run_.memory = counts; }
  void stepped(const report::StepsRecord& record) override {
    run_.steps += record.steps;
    run_.accesses += record.accesses;
  }
  void opened(const std::string& path) override { run_.opened.insert(path); }
  void joins(std::uint32_t process, const report::ProcessRecord& record) override {
    run_.processes.push_back(process);
    if (!record.suppressions.empty()) run_.suppressions.insert(record.suppressions);
  }

 protected:
  ControlledRun& run_;
};

}  // namespace steward::cli
