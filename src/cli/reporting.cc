#include "cli/reporting.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "cli/message.h"
#include "report/render/json.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Verdict;

// The parser has checked that it is one of the three.
Verdict wanted_verdict(std::string_view word) {
  constexpr std::array kVerdicts{Verdict::potential, Verdict::real, Verdict::harmful};
  const auto found = std::find_if(kVerdicts.begin(), kVerdicts.end(),
                                  [&](Verdict v) { return report::word_for(v) == word; });
  return found == kVerdicts.end() ? Verdict::potential : *found;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failure;
  return std::filesystem::equivalent(a, b, failure) && !failure;
}

}  // namespace

bool is_screen(int fd) {
  const char* terminal = std::getenv("TERM");
  return isatty(fd) != 0 && std::getenv("NO_COLOR") == nullptr &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

std::vector<Option> reporting_options() {
  return {
      {.name = "--json",
       .value_name = "F",
       .help = "also write the report as JSON to file F; - for standard output, the text then goes "
               "to standard error"},
      {.name = "--suppress",
       .value_name = "F",
       .help = "leave out what file F names, in ThreadSanitizer's suppression syntax"},
      {.name = "--fail-on",
       .value_name = "V",
       .help = "the weakest verdict that counts as failure",
       .choices = {"potential", "real", "harmful"},
       .fallback = "potential"},
      {.name = "--exit-code",
       .value_name = "N",
       .help = "the exit code of a failure",
       .fallback = "66",
       .largest_number = 255},
  };
}

Result<Reporting, UsageError> Reporting::prepare(const Arguments& arguments,
                                                 const std::string& input) {
  Reporting reporting;
  reporting.fail_on_ = wanted_verdict(arguments.text("--fail-on"));
  reporting.exit_code_ = arguments.number("--exit-code");
  if (arguments.has("--suppress")) {
    auto loaded = report::Suppressions::load(arguments.text("--suppress"));
    if (!loaded) return UsageError{loaded.error().message()};
    reporting.suppressions_.push_back(*std::move(loaded));
  }
  reporting.json_path_ = arguments.text("--json");
  if (reporting.json_path_.empty() || reporting.json_path_ == "-") return reporting;
  for (const std::string& read : {input, arguments.text("--suppress")}) {
    if (read.empty() || !same_file(reporting.json_path_, read)) continue;
    return UsageError{fmt::format("--json: {} is an input of this command; name another file",
                                  reporting.json_path_)};
  }
  reporting.json_file_.open(reporting.json_path_, std::ios::binary);
  if (!reporting.json_file_.is_open()) {
    return UsageError{
        fmt::format("--json: cannot write {}: {}", reporting.json_path_, std::strerror(errno))};
  }
  return reporting;
}

int Reporting::deliver(report::Report& report, report::TextContext context) {
  for (report::Suppressions& list : suppressions_) context.suppressed += list.apply(report);
  context.unused_suppressions = unused_suppressions();
  context.colour = text_is_on_screen();
  render_text(report, context, text());
  if (!write_json(report)) return kExitMistake;
  const bool failed = !report.findings.empty() ||
                      std::any_of(report.races.begin(), report.races.end(),
                                  [&](const report::Race& race) { return fails_by(race); });
  return failed ? exit_code_ : kExitOk;
}

std::ostream& Reporting::text() const { return json_path_ == "-" ? std::cerr : std::cout; }
bool Reporting::text_is_on_screen() const {
  return is_screen(json_path_ == "-" ? STDERR_FILENO : STDOUT_FILENO);
}

bool Reporting::suppresses(const report::Race& race) {
  report::Report single;
  single.races.push_back(race);
  return suppresses_all_of(single);
}

bool Reporting::suppresses(const report::FoundItem& item) {
  report::Report single;
  single.findings.push_back(item);
  return suppresses_all_of(single);
}

bool Reporting::suppresses_all_of(report::Report& report) {
  for (report::Suppressions& list : suppressions_) list.apply(report);
  return report.races.empty() && report.findings.empty();
}

std::vector<std::string> Reporting::unused_suppressions() const {
  std::vector<std::string> texts;
  for (const report::Suppressions& list : suppressions_) {
    for (const report::Suppression* unused : list.unused()) {
      // What a program carries along is for all its runs, not for this one.
      if (unused->place.starts_with(kProgramSuppressions)) continue;
      texts.push_back(fmt::format("{}: {}", unused->place, unused->text));
    }
  }
  return texts;
}

bool Reporting::write_json(const report::Report& report) {
  if (json_path_ == "-") render_json(report, std::cout);
  if (!json_file_.is_open()) return true;
  render_json(report, json_file_);
  json_file_.close();
  if (json_file_) return true;
  say(fmt::format("--json: cannot write {}: {}", json_path_, std::strerror(errno)));
  return false;
}

}  // namespace steward::cli
