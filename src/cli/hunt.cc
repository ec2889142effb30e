// steward hunt: from a program to ranked verdicts on all its races.

#include <chrono>
#include <fmt/format.h>

#include "cli/explore/campaign.h"
#include "cli/hunt/hunt_text.h"
#include "cli/hunt/hunting.h"
#include "cli/hunt/journal.h"
#include "cli/message.h"
#include "store/bundle.h"
#include "store/store.h"

namespace steward::cli {
namespace {

// "90s", "5m", "1h", or a number of seconds. Nothing if it is none of them.
std::optional<std::chrono::seconds> time_in(const std::string& text) {
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  if (digits == 0 || digits > 7) return std::nullopt;
  const long number = std::stol(text.substr(0, digits));
  const std::string unit = text.substr(digits);
  if (unit.empty() || unit == "s") return std::chrono::seconds(number);
  if (unit == "m") return std::chrono::minutes(number);
  if (unit == "h") return std::chrono::hours(number);
  return std::nullopt;
}

// Where the journal of this hunt is: that of another program, other arguments, another input or
// other wishes is another.
std::string journal_path(const Arguments& arguments, const Campaign& campaign,
                         const ControlledProgram& program) {
  std::string text = program.path + '\0' + store::hash_of_file(program.path).value_or("");
  // Another version of Steward decides otherwise.
  text +=
      '\0' + store::hash_of_file(program.preload.substr(0, program.preload.find(':'))).value_or("");
  for (const std::string& word : program.words) text += '\0' + word;
  text += '\0' + campaign.input().bytes();
  for (const char* option : {"--runs", "--seed", "--timeout"})
    text += fmt::format("\n{}", arguments.number(option));
  text += "\n" + arguments.text("--check");
  return store::usual_folder() + "/hunts/" + store::hash_of(text).substr(0, 16) + ".db";
}

int hunt(const Arguments& arguments) {
  const auto time = time_in(arguments.text("--time"));
  if (!time)
    return mistake(
        fmt::format("--time: '{}' is no time, as 90s, 5m or 1h", arguments.text("--time")));
  const auto prepared = Campaign::prepare("hunt", arguments);
  if (!prepared) return mistake(prepared.error());
  Campaign& campaign = **prepared;
  std::unique_ptr<Journal> journal;
  if (campaign.memory().store() != nullptr) {
    auto opened = Journal::open(journal_path(arguments, campaign, campaign.crew().program()),
                                arguments.given("--resume"));
    if (opened) journal = *std::move(opened);
    else say(fmt::format("note: this hunt cannot be resumed: {}", opened.error()));
  }
  if (journal) campaign.crew().set_past(*journal);
  if (time->count() > 0) campaign.set_time(*time);
  report::Report& report = campaign.report().report();
  constexpr char kResult[] = "result";
  std::optional<report::Report> before = journal ? journal->find_report(kResult) : std::nullopt;
  Hunting hunting(
      {static_cast<std::uint64_t>(arguments.number("--runs")),
       static_cast<std::uint64_t>(arguments.number("--seed")), arguments.text("--check")},
      campaign, journal.get());
  Result<void, std::string> done;
  if (before) {
    say("this hunt was finished before; this is its result again");
    report = *std::move(before);
  } else {
    done = hunting.hunt();
    if (done && journal && !campaign.interrupted()) {
      journal->keep_report(kResult, report);
      journal->forget_runs();
    }
  }
  print_races(campaign.report());
  if (journal && !journal->problem().empty())
    say(fmt::format("note: this hunt cannot be resumed: {}", journal->problem()));
  return campaign.finish(done, hunting.suppressed(),
                         [&](std::ostream& out) { print_hunt(report, out); });
}

const RegisteredCommand registered_hunt({
    .name = "hunt",
    .summary = "finds the races of a program, proves them, and says which hurt",
    .description =
        "Runs a program again and again: first as it is, to predict which accesses may race\n"
        "(predict, run), then one thread at a time, to force each of these races to happen\n"
        "(confirm) and to see whether it hurts (classify). Runs are spent in rounds, where a\n"
        "verdict is still open. The program's output is not shown; each run reads the same input.\n"
        "See docs/hunt.md.\n\n"
        "The hunt ends when each pair and each location whose verdict is open has had --runs runs\n"
        "of each kind, or --time is over. What it does is kept in the store .steward: after a\n"
        "kill, --resume goes on from there.\n\n"
        "Exit code: 66 (or that of --exit-code) if a race is at or above --fail-on, or anything\n"
        "else was found; 0 if not; 2 if the command is wrong, or nothing that ran was\n"
        "instrumented.",
    .options = campaign_options(
        {{.name = "--time",
          .value_name = "T",
          .help = "how long it may take, as 90s, 5m or 1h; 0 for no limit",
          .fallback = "10m"},
         {.name = "--check",
          .value_name = "CMD",
          .help = "a command of the shell that reads what a run has written (the last 64 KiB) and "
                  "ends with another code than 0 if that is wrong"},
         {.kind = OptionKind::flag,
          .name = "--resume",
          .help = "go on with the same hunt where it was cut off; print its result again if it was "
                  "finished; begin it if there is none"}},
        "runs of each kind, for each pair and each location", "0"),
    .run = hunt,
});

}  // namespace
}  // namespace steward::cli
