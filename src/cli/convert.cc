// steward convert: a trace in another format.

#include "trace/convert.h"

#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "cli/command.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "report/render/phrases.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace steward::cli {
namespace {

namespace fs = std::filesystem;

int fail(std::string_view message) {
  say(message);
  return kExitMistake;
}

// Where the output grows until it is complete: beside its place, so that nobody takes half a trace
// for a whole one. What is no file (a pipe, /dev/null) is written directly.
fs::path growing_place(const fs::path& out) {
  std::error_code failure;
  const bool is_other = fs::exists(out, failure) && !fs::is_regular_file(out, failure);
  return is_other ? out : fs::path(out.string() + ".partial");
}

// How much of a trace is read.
double fraction_read(const Reader& trace) {
  const std::uint64_t total = trace.bytes_total();
  return total == 0 ? 0 : static_cast<double>(trace.bytes_read()) / static_cast<double>(total);
}

struct Written {
  std::uint64_t events;
  std::uint64_t dropped;
};

Result<Written, Error> write(Reader& trace, const std::string& path, const Arguments& arguments) {
  WriterOptions options;
  options.max_store_age = trace.max_store_age();
  options.drop_inexpressible = arguments.given("--drop-unsupported");
  const Format format = arguments.text("--to") == "rapid" ? Format::rapid : Format::binary;
  auto writer = create(path, format, options);
  if (!writer) return std::move(writer).error();
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  auto events = convert(trace, **writer, [&](const char* phase) {
    progress.update(fraction_read(trace), trace.events_read(), std::nullopt, phase);
  });
  if (events) return Written{*events, (*writer)->dropped()};
  Error error = std::move(events).error();
  // It counts an event that it refuses too.
  if ((*writer)->dropped() > 0) error.what += "; --drop-unsupported leaves such events out";
  return error;
}

int convert_to(Reader& trace, const fs::path& out, const Arguments& arguments) {
  const std::string& out_name = arguments.text("--output");
  const fs::path growing = growing_place(out);
  auto written = write(trace, growing.string(), arguments);
  std::error_code failure;
  if (!written) {
    if (growing != out) fs::remove(growing, failure);
    Error error = std::move(written).error();
    if (error.file == growing.string()) error.file = out_name;
    return fail(error.message());
  }
  if (growing != out) fs::rename(growing, out, failure);
  if (failure) return fail(fmt::format("{}: cannot be replaced: {}", out_name, failure.message()));
  std::cout << fmt::format("{}: {} written\n", report::printable(out_name),
                           report::counted(written->events - written->dropped, "event"));
  if (written->dropped > 0) {
    std::cout << fmt::format("left out, because the format has no words for them: {}\n",
                             report::counted(written->dropped, "event"));
  }
  return kExitOk;
}

int convert(const Arguments& arguments) {
  auto trace = open(arguments.text("TRACE"));
  if (!trace) return fail(trace.error().message());
  std::error_code failure;
  // Through a symbolic link: the link stays, what it points to is replaced.
  const fs::path out = fs::weakly_canonical(arguments.text("--output"), failure);
  if (failure) {
    return fail(fmt::format("--output: {}: {}", arguments.text("--output"), failure.message()));
  }
  if (fs::equivalent(out, arguments.text("TRACE"), failure)) {
    return fail(fmt::format("--output: {} is the trace itself; name another file", out.string()));
  }
  return convert_to(**trace, out, arguments);
}

const RegisteredCommand registered_convert({
    .name = "convert",
    .summary = "writes a trace in another format",
    .description =
        "Reads a trace of either format and writes it in the one named by --to: Steward's compact\n"
        "binary format, or the text format of the RAPID tools. The text format knows only reads,\n"
        "writes, locks, fork and join: any other event is an error, unless --drop-unsupported\n"
        "leaves it out. An output that could not be completed is removed.\n\n"
        "Exit code: 0, or 2 if the command or the trace is wrong.",
    .options =
        {
            {.kind = OptionKind::positional,
             .name = "TRACE",
             .help = "the trace to read; its format is told by its content",
             .required = true},
            {.name = "--output",
             .short_name = "-o",
             .value_name = "OUT",
             .help = "the file to write",
             .required = true},
            {.name = "--to",
             .value_name = "FORMAT",
             .help = "the format to write",
             .choices = {"binary", "rapid"},
             .fallback = "binary"},
            {.kind = OptionKind::flag,
             .name = "--drop-unsupported",
             .help = "leave out, and count, events that the format cannot express"},
        },
    .run = convert,
});

}  // namespace
}  // namespace steward::cli
