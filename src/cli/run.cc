// steward run: a program under the watch of a precise detector.

#include "cli/live/live_run.h"

namespace steward::cli {
namespace {

int run(const Arguments& arguments) {
  return run_live(arguments, {.command = "run",
                              .analysis = arguments.text("--detector"),
                              .trace = arguments.text("--record")});
}

const RegisteredCommand registered_run({
    .name = "run",
    .summary = "runs a program and reports its races at once",
    .description =
        "Runs a program that was built with -fsanitize=thread, by GCC or by clang, and reports\n"
        "every race of that run at the moment it happens (verdict `real`), with both stacks; also\n"
        "lock-order inversions, misused locks, leaked threads, unsafe signal handlers and uses\n"
        "after free. Its standard output is the program's; reports go to standard error.\n\n"
        "Options are also taken from STEWARD_OPTIONS and TSAN_OPTIONS (name=value:…), by\n"
        "ThreadSanitizer's names, and below these from the program's own defaults\n"
        "(__tsan_default_options): suppressions, halt_on_error, exitcode, log_path,\n"
        "max_memory_mb (for Steward's own memory in each process; from the environment only),\n"
        "print_suppressions, and what to report: report_bugs, report_atomic_races,\n"
        "detect_deadlocks, report_mutex_bugs, report_destroy_locked, report_thread_leaks,\n"
        "report_signal_unsafe. Its other names are accepted and have no effect.\n\n"
        "Exit code: 66 (or that of --exit-code) if a race at or above --fail-on, or something\n"
        "else, was reported; otherwise the program's own, 128+n if signal n ended it; 2 if the\n"
        "command is wrong, or nothing that ran was instrumented.",
    .options = live_options({{.name = "--record",
                              .value_name = "TRACE",
                              .help = "also write the execution as a trace, as `steward record`"},
                             detector_option(),
                             halt_option()}),
    .run = run,
});

}  // namespace
}  // namespace steward::cli
