// A command that runs a program under control many times: what it starts with, and how it ends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/explore/bundling.h"
#include "cli/explore/campaign_report.h"
#include "cli/explore/crew.h"
#include "cli/explore/deadline.h"
#include "cli/explore/given_input.h"
#include "cli/explore/interruption.h"
#include "cli/live/options.h"
#include "cli/memory.h"
#include "cli/parse.h"
#include "cli/reporting.h"
#include "report/report.h"

namespace steward::cli {

class Campaign {
 public:
  // `command`: as the report calls it. Errors are sentences.
  static Result<std::unique_ptr<Campaign>, std::string> prepare(const char* command,
                                                                const Arguments& arguments);
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  // What the store has of the program as it is built now.
  Result<report::Report, std::string> known();

  Crew& crew() { return *crew_; }
  Bundling& bundling() { return *bundling_; }
  Memory& memory() { return memory_; }
  const GivenInput& input() const { return input_; }
  CampaignReport& report() { return *campaign_report_; }
  // The same for what is only a step on the way: nobody sees it.
  CampaignReport unseen(report::Report& report) {
    return CampaignReport(base(), report, nowhere_, false);
  }
  // By the user, or because the time is over.
  const std::atomic<bool>& interrupted() const { return interruption_.wanted(); }
  // The program takes about as long when nobody controls it: what takes a hundred times as long
  // hangs, unless the user has said what does.
  void expect_runs_of(double seconds);
  // A single run that nobody controls may take so long: whoever hangs leaves some of the time to
  // find out why. 0: for ever.
  std::uint64_t seconds_as_it_is() const;
  // Since it began.
  double seconds() const;
  // It has so much time from now on.
  void set_time(std::chrono::seconds time) { deadline_.emplace(time); }
  std::optional<std::chrono::seconds> time_left() const {
    return deadline_ ? std::optional(deadline_->left()) : std::nullopt;
  }

  // Keeps and writes what was found, also before something went wrong; then prints the summary and
  // what else there is to say. `suppressed`: races left out. Returns the exit code.
  int finish(const Result<void, std::string>& done, std::uint64_t suppressed,
             const std::function<void(std::ostream&)>& summary);

 private:
  Campaign(LiveOptions options, Reporting reporting, GivenInput input, ControlledProgram program,
           bool knows_timeout);
  CampaignReport::Base base() {
    return {program_.path, *bundling_, memory_, reporting_, options_, progress_, *crew_};
  }
  bool fails() const;

  const LiveOptions options_;
  Reporting reporting_;
  const GivenInput input_;
  const std::string input_bytes_;
  ControlledProgram program_;
  const Interruption interruption_;
  std::optional<Deadline> deadline_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Memory memory_;
  std::optional<Crew> crew_;
  std::optional<Bundling> bundling_;
  const bool knows_timeout_;  // the user has given it
  report::Report report_;
  Progress progress_;
  std::ostream nowhere_{nullptr};
  std::optional<CampaignReport> campaign_report_;
};

// `own`, followed by those that all these commands take. `each`: what --runs counts; `jobs`: how
// many at the same time if the user does not say, 0 for one a processor.
std::vector<Option> campaign_options(std::vector<Option> own, const char* each,
                                     const char* jobs = "1");

}  // namespace steward::cli
