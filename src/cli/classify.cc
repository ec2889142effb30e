// steward classify: which races hurt.

#include <fmt/format.h>

#include "cli/explore/campaign.h"
#include "cli/explore/classifying.h"
#include "cli/message.h"
#include "report/read_report.h"
#include "report/render/phrases.h"

namespace steward::cli {
namespace {

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

// The races of --from, or what the store has of the program.
Result<report::Report, std::string> known_races(const Arguments& arguments, Campaign& campaign) {
  const std::string& file = arguments.text("--from");
  if (file.empty()) return campaign.known();
  auto read = report::read_report(file);
  if (!read) return read.error().message();
  return *std::move(read);
}

int classify(const Arguments& arguments) {
  const auto prepared = Campaign::prepare("classify", arguments);
  if (!prepared) return mistake(prepared.error());
  Campaign& campaign = **prepared;
  const auto from = known_races(arguments, campaign);
  if (!from) return mistake(from.error());
  if (from->races.empty() && arguments.text("--location").empty())
    say("note: no race of this program is known (steward predict finds them): only atomic objects "
        "are looked at");
  Classifying classifying(
      {static_cast<std::uint64_t>(arguments.number("--runs")),
       static_cast<std::uint64_t>(arguments.number("--seed")),
       heuristics_named(arguments.text("--heuristic")), arguments.text("--location"),
       arguments.text("--check"), arguments.given("--tear")},
      campaign.crew(), campaign.bundling(), campaign.report(), campaign.interrupted());
  const auto done = classifying.classify(*from);
  return campaign.finish(done, classifying.tally().suppressed, [&](std::ostream& out) {
    print_summary(campaign.report().report(), classifying.tally(), out);
  });
}

const RegisteredCommand registered_classify({
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
    .options = campaign_options(
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
         {.name = "--check",
          .value_name = "CMD",
          .help = "a command of the shell that reads what a run has written (the last 64 KiB) and "
                  "ends with another code than 0 if that is wrong"},
         {.kind = OptionKind::flag,
          .name = "--tear",
          .help = "let reads of 8 bytes get halves of two writes, unless they are pointers"}},
        "runs by each heuristic, as many without old values, and as many without stopping at the "
        "location"),
    .run = classify,
});

}  // namespace
}  // namespace steward::cli
