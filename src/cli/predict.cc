// steward predict: races that this run did not show, but another schedule would.

#include "cli/live/live_run.h"

namespace steward::cli {
namespace {

int predict(const Arguments& arguments) {
  LiveRun wish{.command = "predict", .analysis = "hybrid"};
  wish.verdict = report::Verdict::potential;
  wish.trace = arguments.text("--record");
  wish.two_phases = arguments.number("--phases") == 2;
  wish.channels = arguments.text("--channels");
  wish.under_gdb = arguments.given("--gdb");
  if (arguments.given("--ignore-constant-writes"))
    wish.constant_writes = channel::ConstantWrites::ignore;
  if (arguments.text("--atomics") == "ignore") wish.atomics = channel::Atomics::ignore;
  return run_live(arguments, wish);
}

const RegisteredCommand registered_predict({
    .name = "predict",
    .summary = "runs a program and reports races that another schedule would show",
    .description =
        "Runs a program as run does, and reports pairs of accesses that no common lock keeps\n"
        "apart and that nothing orders whatever the schedule (verdict `potential`), each pair of\n"
        "places once: locksets and limited happens-before, see docs/algorithms.md. Locks order\n"
        "nothing by themselves, so that what this run kept apart by chance is found. Not every\n"
        "such pair can meet: flags and indices are not understood.\n"
        "The program runs twice unless --phases 1 is given: the first time, with its output going\n"
        "nowhere, for the locations to be watched, see docs/predict.md.\n\n"
        "Options are also taken from the environment, as by run.\n\n"
        "Exit code: 66 (or that of --exit-code) if something was reported; otherwise the\n"
        "program's own, 128+n if signal n ended it; 2 if the command is wrong, or nothing that\n"
        "ran was instrumented.",
    .options = live_options({{.name = "--record",
                              .value_name = "TRACE",
                              .help = "also write the execution as a trace, as `steward record`"},
                             {.name = "--phases",
                              .value_name = "N",
                              .help = "2: a first run, whose output goes nowhere, selects what the "
                                      "second watches; 1: one run, everything is watched",
                              .choices = {"2", "1"},
                              .fallback = "2"},
                             {.name = "--atomics",
                              .value_name = "A",
                              .help = "whether a release store orders what comes before it before "
                                      "what follows an acquire load that reads it",
                              .choices = {"message", "ignore"},
                              .fallback = "message"},
                             {.name = "--channels",
                              .value_name = "F",
                              .help = "objects change hands by the functions that file F names, "
                                      "one a line: `send NAME PATTERN`, `receive NAME PATTERN`"},
                             {.kind = OptionKind::flag,
                              .name = "--ignore-constant-writes",
                              .help = "leave out races whose writes never change a value"},
                             halt_option(),
                             {.kind = OptionKind::flag,
                              .name = "--gdb",
                              .help = "run it under gdb (in the second phase), which stops at each "
                                      "race, in the thread before its second access"}}),
    .run = predict,
});

}  // namespace
}  // namespace steward::cli
