// steward predict: races that this run did not show, but another schedule would.

#include "cli/live/live_run.h"

namespace steward::cli {
namespace {

int predict(const Arguments& arguments) {
  return run_live(arguments, {.command = "predict",
                              .analysis = "hybrid",
                              .verdict = report::Verdict::potential,
                              .trace = arguments.text("--record")});
}

const RegisteredCommand registered({
    .name = "predict",
    .summary = "runs a program and reports races that another schedule would show",
    .description =
        "Runs a program as run does, and reports pairs of accesses that no common lock keeps\n"
        "apart and that nothing orders whatever the schedule (verdict `potential`), each pair of\n"
        "places once: locksets and limited happens-before, see docs/algorithms.md. Locks order\n"
        "nothing by themselves, so that what this run kept apart by chance is found. Not every\n"
        "such pair can meet: flags and indices are not understood.\n\n"
        "Options are also taken from the environment, as by run.\n\n"
        "Exit code: 66 (or that of --exit-code) if something was reported; otherwise the\n"
        "program's own, 128+n if signal n ended it; 2 if the command is wrong, or nothing that\n"
        "ran was instrumented.",
    .options = live_options({{.name = "--record",
                              .value_name = "TRACE",
                              .help = "also write the execution as a trace, as `steward record`"},
                             {.name = "--phases",
                              .value_name = "N",
                              .help = "1: everything is watched in detail",
                              .choices = {"1"},
                              .fallback = "1"},
                             halt_option()}),
    .run = predict,
});

}  // namespace
}  // namespace steward::cli
