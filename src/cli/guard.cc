// steward guard: a program that does not race: an access that would is not made.

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "cli/live/live_run.h"
#include "cli/message.h"

namespace steward::cli {
namespace {

using channel::OnRace;

OnRace on_race(std::string_view word) {
  const auto& words = channel::kOnRaceWords;
  return static_cast<OnRace>(std::find(std::begin(words), std::end(words), word) -
                             std::begin(words));
}

// What is wrong with "MODULE=WHAT,…"; empty: nothing.
std::string complaint_about(std::string_view modules) {
  while (!modules.empty()) {
    const std::size_t end = std::min(modules.find(','), modules.size());
    const std::string_view one = modules.substr(0, end);
    modules.remove_prefix(std::min(end + 1, modules.size()));
    const std::size_t sign = one.find('=');
    if (sign == 0 || sign == std::string_view::npos ||
        on_race(one.substr(sign + 1)) > OnRace::end_thread)
      return fmt::format(
          "--on-race-in: '{}' is not MODULE=abort, MODULE=report, MODULE=throw or "
          "MODULE=exit-thread",
          one);
  }
  return {};
}

int guard(const Arguments& arguments) {
  const std::string& modules = arguments.text("--on-race-in");
  if (const std::string complaint = complaint_about(modules); !complaint.empty())
    return mistake(complaint);
  const OnRace what = on_race(arguments.text("--on-race"));
  const bool ends = arguments.text("--uncaught") == "abort";
  return run_live(arguments,
                  {.command = "guard",
                   .analysis = arguments.text("--detector"),
                   .trace = arguments.text("--record"),
                   .on_race = what,
                   .uncaught = ends ? channel::Uncaught::abort : channel::Uncaught::end_thread,
                   .on_race_in = modules,
                   .sample = static_cast<std::uint32_t>(
                       arguments.given("--sample") ? arguments.number("--sample") % 100 : 0),
                   .keeps_exit_code = what == OnRace::go_on});
}

const RegisteredCommand registered_guard({
    .name = "guard",
    .summary = "runs a program and keeps it from racing",
    .description =
        "Runs a program as run does, and keeps it from doing what a race would make of it: the\n"
        "second access of a race that counts is not made. With --on-race abort the process ends\n"
        "by SIGABRT, after its report, and no handler of the program runs. With --on-race throw\n"
        "it throws steward::data_race (<steward/data_race.h>) instead, and with --on-race\n"
        "exit-thread the thread ends, and destructors run: both need a program that was built by\n"
        "`steward c++ --guard`, and end the process where its code cannot do that. Races that are\n"
        "suppressed, or below --fail-on, are let pass. With --on-race report the program goes\n"
        "on, as under run, and keeps its own exit code.\n\n"
        "Options are also taken from the environment, as by run.\n\n"
        "Exit code: 66 (or that of --exit-code) if a process was aborted; otherwise the program's\n"
        "own, 128+n if signal n ended it; with --on-race report, that of --exit-code, if it is\n"
        "given, when something was reported; 2 if the command is wrong, nothing that ran was\n"
        "instrumented, or nothing of it was built to throw and should have been.",
    .options = live_options(
        {{.name = "--on-race",
          .value_name = "WHAT",
          .help = "what becomes of a process that is about to race",
          .choices = {"abort", "report", "throw", "exit-thread"},
          .fallback = "abort"},
         {.name = "--on-race-in",
          .value_name = "MODULE=WHAT,…",
          .help = "the same where the access is made by code of that file: libparts.so=report"},
         {.name = "--uncaught",
          .value_name = "WHAT",
          .help = "what becomes of a thread that throws and does not catch; the main thread "
                  "always ends the process",
          .choices = {"exit-thread", "abort"},
          .fallback = "exit-thread"},
         {.name = "--sample",
          .value_name = "P",
          .help = "watch only P of 100 memory locations: faster, and misses the others' races",
          .largest_number = 100,
          .smallest_number = 1},
         detector_option(),
         {.name = "--record",
          .value_name = "TRACE",
          .help = "also write the execution as a trace, as `steward record`"}}),
    .run = guard,
});

}  // namespace
}  // namespace steward::cli
