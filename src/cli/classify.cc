// steward classify: which races hurt.

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "cli/explore/bundling.h"
#include "cli/explore/classifying.h"
#include "cli/explore/crew.h"
#include "cli/explore/given_input.h"
#include "cli/explore/interruption.h"
#include "cli/explore/surroundings.h"
#include "cli/live/advice.h"
#include "cli/live/live_run.h"
#include "cli/live/program.h"
#include "cli/memory.h"
#include "cli/message.h"
#include "cli/reporting.h"
#include "report/read_report.h"
#include "report/render/phrases.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

using channel::Stale;

std::vector<Stale> heuristics_named(const std::string& word) {
  std::vector<Stale> chosen;
  for (std::size_t i = 1; i < std::size(channel::kStaleWords); ++i)
    if (word == "all" || word == channel::kStaleWords[i]) chosen.push_back(static_cast<Stale>(i));
  return chosen;
}

void print_summary(const report::Report& report, const Classifying::Tally& tally,
                   std::ostream& out) {
  out << fmt::format(
      "Steward: {}: {} harmful, {} without harm, {} without a choice; ",
      report::counted(tally.harmful + tally.harmless + tally.without_choice, "location"),
      tally.harmful, tally.harmless, tally.without_choice);
  if (!report.findings.empty())
    out << report::counted(report.findings.size(), "other finding") << "; ";
  out << fmt::format("{} in {:.1f} s\n", report::counted(report.outcome.runs, "run"),
                     report.outcome.seconds);
}

bool fails(const report::Report& report, const Reporting& reporting) {
  return !report.findings.empty() ||
         std::any_of(report.races.begin(), report.races.end(),
                     [&](const report::Race& race) { return reporting.fails_by(race); });
}

// The races of --from, or what the store has of the program.
Result<report::Report, std::string> known_races(const Arguments& arguments,
                                                const std::string& program, Memory& memory) {
  if (const std::string& file = arguments.text("--from"); !file.empty()) {
    auto read = report::read_report(file);
    if (!read) return read.error().message();
    return *std::move(read);
  }
  store::Store* const store = memory.existing();
  if (store == nullptr) return report::Report();
  return store->races_of(name_in_store(program));
}

int classify(const Arguments& arguments) {
  auto options = options_from_environment();
  if (!options) return mistake(options.error().message);
  auto reporting = Reporting::prepare(arguments, arguments.text("--from"));
  if (!reporting) return mistake(reporting.error().message);
  if (auto combined = combine(arguments, false, *options, *reporting); !combined)
    return mistake(combined.error().message);
  auto path = find_program(arguments.program()[0]);
  if (!path) return mistake(path.error().message);
  if (const std::string advice = advice_before(*path); !advice.empty()) return mistake(advice);
  auto preload = preload_list("explore");
  if (!preload) return mistake(preload.error().message);
  const auto input = GivenInput::take();
  if (!input) return mistake(input.error());
  const ControlledProgram program{
      *path,         arguments.program(),
      *preload,      own_environment(),
      input->path(), static_cast<std::uint64_t>(arguments.number("--timeout"))};
  Memory memory;
  const auto from = known_races(arguments, program.path, memory);
  if (!from) return mistake(from.error());

  const Interruption interruption;
  auto crew = Crew::create(program, std::max(1u, static_cast<unsigned>(arguments.number("--jobs"))),
                           interruption.wanted());
  if (!crew) return mistake(crew.error());
  const std::string bytes = input->bytes();
  Bundling bundling(program, bytes);
  report::Report report;
  report.command = "classify";
  report.program = program.words;
  CampaignReport campaign(program.path, bundling, memory, *reporting, *options, report);
  Classifying classifying(
      {static_cast<std::uint64_t>(arguments.number("--runs")),
       static_cast<std::uint64_t>(arguments.number("--seed")),
       heuristics_named(arguments.text("--heuristic")), arguments.text("--location"),
       arguments.text("--check"), arguments.given("--tear")},
      *crew, bundling, campaign, interruption.wanted());
  const auto begin = std::chrono::steady_clock::now();
  const auto done = classifying.classify(*from);
  report.outcome.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // What was found before something went wrong is not lost.
  report::Report kept = report;
  memory.keep(kept, program.path);
  const bool written = reporting->write_json(report);
  if (!done) return mistake(done.error());
  print_summary(report, classifying.tally(), reporting->text());
  report::TextContext context;
  if (options->print_suppressions)
    context.suppressed = classifying.tally().suppressed + campaign.suppressed_findings();
  context.unused_suppressions = reporting->unused_suppressions();
  render_remarks(report, context, reporting->text());
  if (interruption.wanted()) say("interrupted: what was not tried by then is left out");
  if (!written || interruption.wanted()) return kExitMistake;
  return fails(report, *reporting) ? reporting->exit_code() : kExitOk;
}

const RegisteredCommand registered({
    .name = "classify",
    .summary = "finds out which races hurt, by values that other machines would show",
    .description =
        "Runs a program again and again, one thread at a time, and lets reads of a location that\n"
        "has races return old values, wherever the memory model allows it: what a compiler or a\n"
        "processor may do, and testing hardly ever shows. Each failure is compared with the same\n"
        "execution without old values. See docs/classify.md. The locations are that of\n"
        "--location, or those of the races of --from, or of what the store .steward has of the\n"
        "program. The program's output is not shown; each run reads the same input.\n\n"
        "Verdicts: `harmful` if the program fails by an old value (it crashes, aborts, throws,\n"
        "ends with another code, hangs, deadlocks, or writes what no undisturbed run writes); a\n"
        "race that was seen, but did no harm, is `real`.\n\n"
        "Exit code: 66 (or that of --exit-code) if a race is at or above --fail-on, or anything\n"
        "else was found; 0 if not; 2 if the command is wrong, or nothing that ran was\n"
        "instrumented.",
    .options = live_options(
        {{.name = "--from",
          .value_name = "F",
          .help = "classify the races of this report (the JSON of predict, run or confirm)"},
         {.name = "--location",
          .value_name = "NAME|ID",
          .help = "only this location: a global variable, perhaps with a member or an element of "
                  "it (stats.hits, table[3]), * for all variables of the program at once, or that "
                  "of the "
                  "race with this id"},
         {.name = "--heuristic",
          .value_name = "H",
          .help = "which of the values that a read may return it does",
          .choices = {"all", "oldest", "oldest-but-different", "random", "random-but-different"},
          .fallback = "all"},
         {.name = "--runs",
          .value_name = "N",
          .help = "runs by each heuristic, as many without old values, and as many without "
                  "stopping at the location",
          .fallback = "100",
          .largest_number = 1'000'000,
          .smallest_number = 1},
         {.name = "--seed",
          .value_name = "S",
          .help = "of the first run; the next one has the next number",
          .fallback = "1",
          .largest_number = 2'000'000'000},
         {.name = "--check",
          .value_name = "CMD",
          .help = "a command of the shell that reads what a run has written (the last 64 KiB) and "
                  "ends with another code than 0 if that is wrong"},
         {.kind = OptionKind::flag,
          .name = "--tear",
          .help = "let reads of 8 bytes get halves of two writes, unless they are pointers"},
         {.name = "--timeout",
          .value_name = "S",
          .help = "seconds that a run may take: one that takes longer is killed, and counts as a "
                  "hang; 0 for no limit",
          .fallback = "60",
          .largest_number = 1'000'000},
         {.name = "--jobs",
          .value_name = "N",
          .help = "how many executions at the same time",
          .fallback = "1",
          .largest_number = 256,
          .smallest_number = 1}}),
    .run = classify,
});

}  // namespace
}  // namespace steward::cli
