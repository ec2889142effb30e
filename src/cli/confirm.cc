// steward confirm: forces predicted races to happen.

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "cli/explore/bundling.h"
#include "cli/explore/confirming.h"
#include "cli/explore/crew.h"
#include "cli/explore/determinism.h"
#include "cli/explore/given_input.h"
#include "cli/explore/interruption.h"
#include "cli/explore/surroundings.h"
#include "cli/explore/suspects.h"
#include "cli/live/advice.h"
#include "cli/live/live_run.h"
#include "cli/live/program.h"
#include "cli/memory.h"
#include "cli/message.h"
#include "cli/reporting.h"
#include "report/render/phrases.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

void print_summary(const report::Report& report, std::size_t pairs, const Confirming::Tally& tally,
                   std::ostream& out) {
  std::string found;
  const std::uint64_t tried = tally.harmful + tally.real + tally.not_reproduced;
  if (pairs > 0)
    found =
        fmt::format("{}: {} harmful, {} real, {} not reproduced{}; ",
                    report::counted(pairs, "pair"), tally.harmful, tally.real, tally.not_reproduced,
                    tried < pairs ? fmt::format(", {} not tried", pairs - tried) : "");
  if (!report.findings.empty() || pairs == 0)
    found +=
        report::counted(report.findings.size(), pairs > 0 ? "other finding" : "finding") + "; ";
  out << fmt::format("Steward: {}{} in {:.1f} s\n", found,
                     report::counted(report.outcome.runs, "run"), report.outcome.seconds);
}

// Whether anything was found that the user wants to fail by.
bool fails(const report::Report& report, const Reporting& reporting) {
  bool fails = !report.findings.empty();
  for (const report::Race& race : report.races) fails |= reporting.fails_by(race);
  return fails;
}

struct Work {
  const Arguments& arguments;
  Reporting& reporting;
  const ControlledProgram& program;
  const std::string& input;  // its bytes
  const LiveOptions& options;
  Memory& memory;
};

int confirm_pairs(const Work& work) {
  const Arguments& arguments = work.arguments;
  report::Report stored;
  if (store::Store* const store = work.memory.existing(); store != nullptr) {
    auto known = store->races_of(name_in_store(work.program.path));
    if (!known) return mistake(known.error());
    stored = *std::move(known);
  }
  report::Report from;
  const auto suspects = find_suspects(arguments, stored, from);
  if (!suspects) return mistake(suspects.error().message);

  const Interruption interruption;
  auto crew =
      Crew::create(work.program, std::max(1u, static_cast<unsigned>(arguments.number("--jobs"))),
                   interruption.wanted());
  if (!crew) return mistake(crew.error());
  Bundling bundling(work.program, work.input);
  const ConfirmWish wish{static_cast<std::uint64_t>(arguments.number("--runs")),
                         static_cast<std::uint64_t>(arguments.number("--seed")),
                         arguments.text("--strategy"), arguments.given("--spurious")};
  report::Report report;
  report.command = "confirm";
  report.program = work.program.words;
  const auto begin = std::chrono::steady_clock::now();
  Result<void, std::string> done;
  Confirming::Tally tally;
  report::TextContext context;
  if (arguments.given("--check-determinism")) {
    done = check_determinism(wish, *crew, work.reporting, interruption.wanted(), report);
  } else {
    CampaignReport campaign(work.program.path, bundling, work.memory, work.reporting, work.options,
                            report);
    Confirming confirming(wish, *crew, bundling, campaign, interruption.wanted());
    if (suspects->empty())
      say(arguments.text("--from").empty()
              ? "note: no race of this program is known (steward predict finds them): its threads "
                "are scheduled without a direction"
              : "note: there are no races in that report: threads are scheduled without a "
                "direction");
    done = suspects->empty() ? confirming.explore() : confirming.confirm(*suspects, from, stored);
    tally = confirming.tally();
    context.suppressed = tally.suppressed + campaign.suppressed_findings();
  }
  report.outcome.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // What was found before something went wrong is not lost.
  // Here they keep the ids that they came with, which bundles have, too.
  report::Report kept = report;
  work.memory.keep(kept, work.program.path);
  const bool written = work.reporting.write_json(report);
  if (!done) return mistake(done.error());
  const std::size_t pairs =
      arguments.given("--check-determinism") ? 0 : suspects->size() - tally.suppressed;
  print_summary(report, pairs, tally, work.reporting.text());
  if (!work.options.print_suppressions) context.suppressed = 0;
  context.unused_suppressions = work.reporting.unused_suppressions();
  render_remarks(report, context, work.reporting.text());
  if (!written || interruption.wanted()) return kExitMistake;
  return fails(report, work.reporting) ? work.reporting.exit_code() : kExitOk;
}

int confirm(const Arguments& arguments) {
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
  const std::string bytes = input->bytes();
  return confirm_pairs({arguments, *reporting, program, bytes, *options, memory});
}

const RegisteredCommand registered({
    .name = "confirm",
    .summary = "forces predicted races to happen, and says what comes of it",
    .description =
        "Runs a program again and again, one thread at a time, with schedules that are directed\n"
        "at a pair of statements: a thread that comes to one of them is held there until another\n"
        "stands at a conflicting access to the same bytes. Then both are there at the same\n"
        "moment, which makes the race real, and a coin decides who goes first. See\n"
        "docs/confirm.md. The pairs are those of --sites, of --from, or what the store .steward\n"
        "has of the program; without any, threads are scheduled at random, and what goes wrong is\n"
        "reported. The program's output is not shown; each run reads the same input.\n\n"
        "Verdicts: `real` if both threads were held there together, or their accesses were\n"
        "unordered by happens-before; `harmful` if the program then failed in a way that depends\n"
        "on who went first, or that it never shows in as many runs that are not directed; else\n"
        "the race stays `potential`.\n\n"
        "Exit code: 66 (or that of --exit-code) if a race is at or above --fail-on, or anything\n"
        "else was found; 0 if not; 2 if the command is wrong, or nothing that ran was\n"
        "instrumented.",
    .options = live_options(
        {{.name = "--from",
          .value_name = "F",
          .help = "confirm the races of this report (the JSON of predict or run)"},
         {.name = "--pair", .value_name = "ID", .help = "only this one of them"},
         {.name = "--sites",
          .value_name = "A,B",
          .help = "confirm this pair instead: FILE:LINE[:COL],FILE:LINE[:COL], where FILE may be "
                  "the end of a path"},
         {.name = "--runs",
          .value_name = "N",
          .help = "directed runs of each pair, and as many that are not directed",
          .fallback = "100",
          .largest_number = 1'000'000,
          .smallest_number = 1},
         {.name = "--seed",
          .value_name = "S",
          .help = "of the first run; the next one has the next number",
          .fallback = "1",
          .largest_number = 2'000'000'000},
         {.name = "--strategy",
          .value_name = "D",
          .help = "who runs next: directed at the pair, or without direction by a random walk, by "
                  "random priorities (pct), by partial order sampling (pos)",
          .choices = {"directed", "random", "pct", "pos"},
          .fallback = "directed"},
         {.kind = OptionKind::flag,
          .name = "--check-determinism",
          .help = "run each seed three times instead, and say where two runs differ, if they do"},
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
          .smallest_number = 1},
         {.kind = OptionKind::flag,
          .name = "--spurious",
          .help = "let waits for conditions end without a reason now and then, as they may"}}),
    .run = confirm,
});

}  // namespace
}  // namespace steward::cli
