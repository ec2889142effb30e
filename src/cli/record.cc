// steward record: a program under watch, for the sake of its trace.

#include "cli/live/live_run.h"

namespace steward::cli {
namespace {

int record(const Arguments& arguments) {
  return run_live(arguments, {.command = "record", .trace = arguments.text("-o")});
}

const RegisteredCommand registered_record({
    .name = "record",
    .summary = "runs a program and writes its events to a trace",
    .description =
        "As run, and writes what the detector was told as a trace that `steward analyze` reads,\n"
        "for every detector over one and the same execution. Events are taken one at a time,\n"
        "which makes the program slower than under run. Further processes of the program write\n"
        "traces of their own, TRACE.PID.",
    .options = live_options(
        {{.name = "-o", .value_name = "TRACE", .help = "the trace to write", .required = true},
         halt_option()}),
    .run = record,
});

}  // namespace
}  // namespace steward::cli
