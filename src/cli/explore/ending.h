// How a controlled execution ended, in the words of reports.
#pragma once

#include <optional>
#include <string>

#include "cli/explore/controlled_run.h"
#include "report/report.h"
#include "store/bundle.h"

namespace steward::cli {

struct Ending {
  std::optional<report::Failure> failure;  // nothing: as it should
  std::string detail;                      // what is known of it, for people

  friend bool operator==(const Ending& a, const Ending& b) {
    return a.failure == b.failure && a.detail == b.detail;
  }
};

// Then nobody goes on, and what its threads do is a finding of its own.
inline bool stops_for_good(report::Failure failure) {
  return failure == report::Failure::deadlock || failure == report::Failure::hang;
}

// What is not usual is a failure. The user's command, if there is one, is run only if nothing else
// is wrong.
Ending ending_of(const ControlledRun& run, const store::Usual& usual);

Ending unusual_exit(int code, int usual);

// Of a run that took too long and does not say so itself: that it hangs. Nothing of any other.
std::optional<report::FoundItem> overdue_finding(const ControlledRun& run);

// "exit code 3", "signal 11 (Segmentation fault)": without any judgement.
std::string status_in_words(int status);

}  // namespace steward::cli
