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

// How suppressions are called in messages that a program brings along.
inline constexpr char kProgramSuppressions[] = "__tsan_default_suppressions";

// May output there be coloured?
bool is_screen(int fd);

// Made before the work begins, so that a mistyped path costs seconds and not the whole analysis.
class Reporting {
 public:
  // `input`, if not empty, is a file that must not be overwritten.
  static Result<Reporting, UsageError> prepare(const Arguments& arguments,
                                               const std::string& input);

  // Takes out what is suppressed, prints text and JSON, and says with which code to exit.
  int deliver(report::Report& report, report::TextContext context);

  // The same piece by piece, for a program that is still running.
  void add_suppressions(report::Suppressions more) { suppressions_.push_back(std::move(more)); }
  bool suppresses(const report::Race& race);
  bool suppresses(const report::FoundItem& item);
  bool fails_by(const report::Race& race) const { return race.verdict >= fail_on_; }
  std::vector<std::string> unused_suppressions() const;
  // False, and said so, if that did not work.
  bool write_json(const report::Report& report);
  int exit_code() const { return exit_code_; }
  // Where the text goes: not where the JSON does.
  std::ostream& text() const;
  bool text_is_on_screen() const;
  void set_exit_code(int code) { exit_code_ = code; }

 private:
  bool suppresses_all_of(report::Report& report);

  std::vector<report::Suppressions> suppressions_;
  report::Verdict fail_on_ = report::Verdict::potential;
  int exit_code_ = kExitRace;
  std::string json_path_;  // empty: no JSON; "-": standard output
  std::ofstream json_file_;
};

}  // namespace steward::cli
