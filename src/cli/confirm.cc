// steward confirm: forces predicted races to happen.

#include <algorithm>
#include <fmt/format.h>

#include "cli/explore/campaign.h"
#include "cli/explore/confirming.h"
#include "cli/explore/determinism.h"
#include "cli/explore/looking_around.h"
#include "cli/explore/suspects.h"
#include "cli/message.h"
#include "report/render/phrases.h"

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

int check_seeds(const ConfirmWish& wish, Campaign& campaign) {
  report::Report& report = campaign.report().report();
  const auto done =
      check_determinism(wish, campaign.crew(), campaign.interrupted(), campaign.report());
  return campaign.finish(done, 0, [&](std::ostream& out) { print_summary(report, 0, {}, out); });
}

// Those that a few executions show, if nobody knows any. The error is a sentence.
Result<std::vector<Suspect>, std::string> find_own_suspects(const ConfirmWish& wish,
                                                            Campaign& campaign,
                                                            report::Report& found) {
  // Whoever wants a certain strategy wants nothing else.
  if (wish.strategy != "directed") return std::vector<Suspect>();
  const auto done = look_around(
      wish.seed, std::min(wish.runs, kLooks), [](const report::Race&) { return false; },
      [&] { return !campaign.interrupted(); }, campaign, found);
  if (!done) return done.error();
  campaign.report().report().outcome.runs += found.outcome.runs;
  // How the program ends without a direction is still to be told.
  found.findings.clear();
  return suspects_in(found);
}

int confirm(const Arguments& arguments) {
  const auto prepared = Campaign::prepare("confirm", arguments);
  if (!prepared) return mistake(prepared.error());
  Campaign& campaign = **prepared;
  const auto stored = campaign.known();
  if (!stored) return mistake(stored.error());
  report::Report from;
  auto suspects = find_suspects(arguments, *stored, from);
  if (!suspects) return mistake(suspects.error().message);
  const ConfirmWish wish{static_cast<std::uint64_t>(arguments.number("--runs")),
                         static_cast<std::uint64_t>(arguments.number("--seed")),
                         arguments.text("--strategy"), arguments.given("--spurious"),
                         suspects->empty() || may_deadlock(*stored) || may_deadlock(from)};
  if (arguments.given("--check-determinism")) return check_seeds(wish, campaign);
  if (suspects->empty()) {
    const auto found = find_own_suspects(wish, campaign, from);
    if (!found) return mistake(found.error());
    *suspects = *found;
    say(std::string("note: ") +
        (arguments.text("--from").empty()
             ? "no race of this program is known as it is built now (steward predict finds them)"
             : "there are no races in that report") +
        (suspects->empty() ? ": its threads are scheduled without a direction"
                           : ": what races in its first executions is confirmed"));
  }
  Confirming confirming(wish, campaign.crew(), campaign.bundling(), campaign.report(),
                        campaign.interrupted());
  const auto done = suspects->empty() ? confirming.explore({}, *stored)
                                      : confirming.confirm(*suspects, from, *stored);
  const Confirming::Tally& tally = confirming.tally();
  return campaign.finish(done, tally.suppressed, [&](std::ostream& out) {
    print_summary(campaign.report().report(), suspects->size() - tally.suppressed, tally, out);
  });
}

const RegisteredCommand registered_confirm({
    .name = "confirm",
    .summary = "forces predicted races to happen, and says what comes of it",
    .description =
        "Runs a program again and again, one thread at a time, with schedules that are directed\n"
        "at a pair of statements: a thread that comes to one of them is held there until another\n"
        "stands at a conflicting access to the same bytes. Then both are there at the same\n"
        "moment, which makes the race real, and a coin decides who goes first. See\n"
        "docs/confirm.md. The pairs are those of --sites, of --from, or what the store .steward\n"
        "has of the program; without any, those that a few executions show. As many executions\n"
        "again hold nobody, and go all ways there are: what goes wrong in them is reported,\n"
        "though no race explains it. If locks are known to be taken in contradictory orders, or\n"
        "nothing is known, as many schedules are directed at deadlocks. The program's output is\n"
        "not shown; each run reads the same input.\n\n"
        "Verdicts: `real` if both threads were held there together, or their accesses were\n"
        "unordered by happens-before; `harmful` if the program then failed in a way that depends\n"
        "on who went first, or that it never shows in as many runs that are not directed; else\n"
        "the race stays `potential`.\n\n"
        "Exit code: 66 (or that of --exit-code) if a race is at or above --fail-on, or anything\n"
        "else was found; 0 if not; 2 if the command is wrong, or nothing that ran was\n"
        "instrumented.",
    .options = campaign_options(
        {{.name = "--from",
          .value_name = "F",
          .help = "confirm the races of this report (the JSON of predict or run)"},
         {.name = "--pair", .value_name = "ID", .help = "only this one of them"},
         {.name = "--sites",
          .value_name = "A,B",
          .help = "confirm this pair instead: FILE:LINE[:COL],FILE:LINE[:COL], where FILE may be "
                  "the end of a path"},
         {.name = "--strategy",
          .value_name = "D",
          .help = "who runs next: directed at the pair, or without direction by a random walk, by "
                  "random priorities (pct), by partial order sampling (pos)",
          .choices = {"directed", "random", "pct", "pos"},
          .fallback = "directed"},
         {.kind = OptionKind::flag,
          .name = "--check-determinism",
          .help = "run each seed three times instead, and say where two runs differ, if they do"},
         {.kind = OptionKind::flag,
          .name = "--spurious",
          .help = "let waits for conditions end without a reason now and then, as they may"}},
        "directed runs of each pair, and as many that are not directed"),
    .run = confirm,
});

}  // namespace
}  // namespace steward::cli
