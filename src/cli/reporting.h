// What every command that reports has in common: its options, where the report goes, and the exit
// code.
#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/parse.h"
#include "report/render/text.h"
#include "report/report.h"
#include "report/suppressions.h"

namespace steward::cli {

// --json, --suppress, --fail-on, --exit-code.
std::vector<Option> reporting_options();

// Made before the work begins, so that a mistyped path costs seconds and not the whole analysis.
class Reporting {
 public:
  // `input`, if not empty, is a file that must not be overwritten.
  static Result<Reporting, UsageError> prepare(const Arguments& arguments,
                                               const std::string& input);

  // Takes out what is suppressed, prints text and JSON, and says with which code to exit.
  int deliver(report::Report& report, report::TextContext context);

 private:
  report::Suppressions suppressions_;
  report::Verdict fail_on_ = report::Verdict::potential;
  int exit_code_ = kExitRace;
  std::string json_path_;  // empty: no JSON; "-": standard output
  std::ofstream json_file_;
};

}  // namespace steward::cli
