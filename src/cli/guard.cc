// steward guard: a program that ends before it races.

#include "cli/live/live_run.h"

namespace steward::cli {
namespace {

int guard(const Arguments& arguments) {
  const bool aborts = arguments.text("--on-race") == "abort";
  return run_live(arguments, {.command = "guard",
                              .trace = arguments.text("--record"),
                              .on_race = aborts ? channel::OnRace::abort : channel::OnRace::go_on,
                              .keeps_exit_code = !aborts});
}

const RegisteredCommand registered_guard({
    .name = "guard",
    .summary = "runs a program and ends it before it races",
    .description =
        "Runs a program as run does, and keeps it from doing what a race would make of it. With\n"
        "--on-race abort a process ends by SIGABRT at the second access of a race that counts,\n"
        "after its report and before the access: that does not execute, and no handler of the\n"
        "program runs. Races that are suppressed, or below --fail-on, are let pass. With\n"
        "--on-race report the program goes on, as under run, and keeps its own exit code.\n\n"
        "Options are also taken from the environment, as by run.\n\n"
        "Exit code: 66 (or that of --exit-code) if a process was aborted; otherwise the program's\n"
        "own, 128+n if signal n ended it; with --on-race report, that of --exit-code, if it is\n"
        "given, when something was reported; 2 if the command is wrong, or nothing that ran was\n"
        "instrumented.",
    .options = live_options({{.name = "--on-race",
                              .value_name = "WHAT",
                              .help = "what becomes of a process that is about to race",
                              .choices = {"abort", "report"},
                              .fallback = "abort"},
                             detector_option(),
                             {.name = "--record",
                              .value_name = "TRACE",
                              .help = "also write the execution as a trace, as `steward record`"}}),
    .run = guard,
});

}  // namespace
}  // namespace steward::cli
