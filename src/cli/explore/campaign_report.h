// What the many controlled runs of a program come to in its report: what was lost in them, what
// stopped them, and where each is stored that can be repeated.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/explore/bundling.h"
#include "cli/explore/confirmation.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/losses.h"
#include "cli/live/options.h"
#include "cli/memory.h"
#include "cli/progress.h"
#include "cli/reporting.h"
#include "report/merging.h"
#include "report/report.h"

namespace steward::cli {

class CampaignReport {
 public:
  // All must outlive it. `program`: its path.
  CampaignReport(const std::string& program, Bundling& bundling, Memory& memory,
                 Reporting& reporting, const LiveOptions& options, report::Report& report);

  report::Report& report() { return report_; }
  Memory& memory() { return memory_; }
  Progress& progress() { return progress_; }
  std::ostream& text() { return reporting_.text(); }
  bool is_on_screen() const { return reporting_.text_is_on_screen(); }
  // Findings that the user does not want to hear of.
  std::uint64_t suppressed_findings() const { return suppressed_.size(); }

  // Every run comes here.
  void note(const ControlledRun& run);
  // Whether the user does not want to hear of it.
  bool is_unwanted(const report::Race& race);
  bool is_unwanted(const report::FoundItem& item);

  // What stops a program for good is worth a word of its own: once for each set of places.
  void take_stops(const ControlledWish& wish, const ControlledRun& run, const store::Usual& usual);
  // Prints it, unless it was found before. `around`: the report of the run.
  void add_finding(report::FoundItem item, const report::Report& around, const KeptRun& run,
                   const store::Usual& usual);
  // Called as in the report, with whatever else the run knows of.
  template <class Found>
  void adopt(const report::Report& around, std::vector<Found> report::Report::*list, Found& found) {
    report::Report one;
    one.threads = around.threads;
    one.locks = around.locks;
    (one.*list).push_back(std::move(found));
    adopt_names(report_, one);
    found = std::move((one.*list).front());
  }
  // The command that repeats it; nothing if there is no store.
  std::optional<std::string> store_run(const std::string& id, const std::string& about,
                                       const KeptRun& run, const store::Usual& usual);
  // How the store calls a race that no report has an id for.
  std::string id_for(const std::string& fingerprint);

 private:
  const std::string& program_;
  Bundling& bundling_;
  Memory& memory_;
  Reporting& reporting_;
  const LiveOptions& options_;
  report::Report& report_;
  std::set<std::string> suppressed_;          // ids of findings
  std::set<std::string> suppressions_taken_;  // of those that the program brings along
  Losses losses_;
  Progress progress_;
};

}  // namespace steward::cli
