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
#include "cli/explore/crew.h"
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
  // What it stands on, which must outlive it. `program`: its path; `text`: where the text goes, to
  // a screen or not.
  struct Base {
    const std::string& program;
    Bundling& bundling;
    Memory& memory;
    Reporting& reporting;
    const LiveOptions& options;
    Progress& progress;
    Crew& crew;
  };
  CampaignReport(const Base& base, report::Report& report, std::ostream& text, bool on_screen)
      : base_(base), report_(report), text_(text), on_screen_(on_screen) {}

  report::Report& report() { return report_; }
  Progress& progress() { return base_.progress; }
  std::ostream& text() { return text_; }
  bool is_on_screen() const { return on_screen_; }
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
  const Base base_;
  report::Report& report_;
  std::ostream& text_;
  const bool on_screen_;
  std::set<std::string> suppressed_;          // ids of findings
  std::set<std::string> suppressions_taken_;  // of those that the program brings along
  Losses losses_;
};

}  // namespace steward::cli
