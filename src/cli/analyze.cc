// steward analyze: every detector over a recorded execution.

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "cli/analysis.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/observed_reader.h"
#include "cli/progress.h"
#include "cli/reporting.h"
#include "report/collector.h"
#include "trace/reader.h"
#include "trace/well_formed.h"

namespace steward::cli {
namespace {

struct DetectorName {
  std::string_view name;
  DetectorKind kind;
  report::Judgement judgement;
};

// What happens-before finds was observed. What locks or predictions suggest may need another
// schedule, or may not be possible at all.
constexpr report::Judgement kObserved{report::Verdict::real, report::RealBy::happens_before, false};
constexpr report::Judgement kByLocks{report::Verdict::potential, std::nullopt, true};
constexpr report::Judgement kByPairs{report::Verdict::potential, std::nullopt, true,
                                     report::SameRace::by_sites};

constexpr std::array kDetectors{
    DetectorName{"fasttrack", DetectorKind::fasttrack, kObserved},
    DetectorName{"goldilocks", DetectorKind::goldilocks, kObserved},
    DetectorName{"djit", DetectorKind::djit, kObserved},
    DetectorName{"hybrid", DetectorKind::hybrid, kByPairs},
    DetectorName{"lockset", DetectorKind::lockset, kByLocks},
    DetectorName{"simple", DetectorKind::simple, kByLocks},
    DetectorName{"simple-paper", DetectorKind::simple_paper, kByLocks},
};

struct VariantName {
  std::string_view name;
  HybridVariant variant;
};
constexpr std::array kVariants{
    VariantName{"full", HybridVariant::full},
    VariantName{"no-hb", HybridVariant::no_hb},
    VariantName{"no-oversized", HybridVariant::no_oversized},
    VariantName{"no-opts", HybridVariant::no_opts},
};

// The values that an option takes, from the table of their meanings.
template <class Table>
std::vector<std::string_view> names_in(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& entry : table) names.push_back(entry.name);
  return names;
}
// REQUIRES: one of names_in(table), as the parser makes sure.
template <class Table>
const auto& named_in(const Table& table, std::string_view name) {
  return *std::find_if(table.begin(), table.end(),
                       [&](const auto& entry) { return entry.name == name; });
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Untidy places that were put right on the way to the detector, which then saw a little less or
// more than was recorded.
void add_repairs(const Repairs& repairs, report::Report& report) {
  const auto add = [&](const char* what, std::uint64_t count) {
    if (count > 0) report.loss.push_back({what, count});
  };
  add("repairs of the trace's locks, listed next: the report may contain races that are none",
      repairs.total());
  add("releases of a lock that the thread did not hold, left out", repairs.releases_not_held);
  add("releases of a lock whose acquire is missing, put in just before", repairs.acquires_missing);
  add("exclusive acquires of a lock that the thread held shared, given up just before",
      repairs.upgrades);
  add("acquires of a lock that the thread held already, left out", repairs.recursive_acquires);
  add("releases that belong to such acquires, left out", repairs.recursive_releases);
  add("acquires of a lock that another thread still held, taken from it", repairs.locks_taken_over);
  add("locks that a thread held at its end, released just before", repairs.locks_held_at_end);
}

int analyze(WellFormedReader& trace, const Arguments& arguments, Reporting& reporting) {
  const auto start = std::chrono::steady_clock::now();
  const DetectorName& detector = named_in(kDetectors, arguments.text("--detector"));
  report::Collector collector(trace.names(), detector.judgement);
  ObservedReader observed(trace, collector);
  Analysis analysis(observed, {detector.kind, arguments.number("--phases"),
                               named_in(kVariants, arguments.text("--variant")).variant});
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);

  const auto summary = analysis.run([&](const Finding& finding) { collector.add(finding); },
                                    [&](double fraction, std::uint64_t events, const char* phase) {
                                      progress.update(fraction, events, collector.races(), phase);
                                    });
  progress.clear();

  report::Report report;
  report.command = "analyze";
  report.program = {arguments.text("TRACE")};
  report.outcome.runs = 1;
  if (summary) {
    for (const auto& loss : summary->loss) report.loss.push_back({loss.what, loss.count});
  } else {
    report.loss.push_back({"the trace is broken, nothing was read from there on", 1});
  }
  add_repairs(trace.repairs(), report);
  collector.finish([&](LocksetId locks) { return analysis.locks(locks); }, report);
  report.outcome.seconds = seconds_since(start);

  report::TextContext context;
  context.analysis = detector.name;
  context.events = summary ? summary->events : trace.events_read();
  const int code = reporting.deliver(report, std::move(context));
  if (summary) return code;
  say(summary.error().message());
  return kExitMistake;
}

int analyze(const Arguments& arguments) {
  const std::string& path = arguments.text("TRACE");
  auto trace = open(path);
  if (!trace) {
    say(trace.error().message());
    return kExitMistake;
  }
  auto reporting = Reporting::prepare(arguments, path);
  if (!reporting) {
    say(reporting.error().message);
    return kExitMistake;
  }
  for (const char* option : {"--phases", "--variant"})
    if (arguments.given(option) && arguments.text("--detector") != "hybrid")
      say(fmt::format("note: {} has no effect with --detector {}", option,
                      arguments.text("--detector")));
  WellFormedReader tidied(std::move(*trace));
  return analyze(tidied, arguments, *reporting);
}

std::vector<Option> options() {
  std::vector<Option> all{
      {.kind = OptionKind::positional,
       .name = "TRACE",
       .help =
           "the recorded execution: Steward's binary format or RAPID's text, told apart by content",
       .required = true},
      {.name = "--detector",
       .value_name = "D",
       .help = "what looks for races",
       .choices = names_in(kDetectors),
       .fallback = "fasttrack"},
      {.name = "--phases",
       .value_name = "N",
       .help = "for hybrid: whether a first phase selects the locations that the second examines "
               "closely, or all are examined in one",
       .choices = {"2", "1"},
       .fallback = "2"},
      {.name = "--variant",
       .value_name = "V",
       .help = "for hybrid: leave a part of it out, to measure what it is worth: the order that "
               "messages make (objects that one thread has used so far then count as its own), the "
               "rule of oversized locksets, or every rule by which accesses are redundant",
       .choices = names_in(kVariants),
       .fallback = "full"},
  };
  for (Option& option : reporting_options()) all.push_back(std::move(option));
  return all;
}

const RegisteredCommand registered_analyze({
    .name = "analyze",
    .summary = "looks for races in a recorded execution",
    .description =
        "Reads a recorded execution and reports its races. fasttrack, goldilocks and djit report\n"
        "what raced in this very execution (verdict `real`); hybrid, lockset, simple and\n"
        "simple-paper also report what another schedule might show (verdict `potential`).\n\n"
        "Exit code: 66 (or that of --exit-code) if a race at or above --fail-on was reported, 0\n"
        "otherwise, 2 if the command or the trace is wrong. A trace that breaks off in the middle\n"
        "is reported up to there, and the exit code is 2.",
    .options = options(),
    .run = analyze,
});

}  // namespace
}  // namespace steward::cli
