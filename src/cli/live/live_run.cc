#include "cli/live/live_run.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <sys/wait.h>
#include <utility>

#include "cli/live/advice.h"
#include "cli/live/execution.h"
#include "cli/live/first_phase.h"
#include "cli/live/kept_input.h"
#include "cli/live/log.h"
#include "cli/live/options.h"
#include "cli/live/printing.h"
#include "cli/live/program.h"
#include "cli/live/raw_traces.h"
#include "cli/live/watch.h"
#include "cli/memory.h"
#include "cli/message.h"
#include "cli/reporting.h"
#include "report/live/live_report.h"

namespace steward::cli {
namespace {

using report::temporary_folder;

void add_outcome(const Watched& watched, std::chrono::steady_clock::duration time,
                 report::Report& report) {
  if (WIFEXITED(watched.status)) report.outcome.exit = WEXITSTATUS(watched.status);
  if (WIFSIGNALED(watched.status)) report.outcome.signal = WTERMSIG(watched.status);
  report.outcome.seconds = std::chrono::duration<double>(time).count();
  for (report::Loss& loss : watched.loss()) report.loss.push_back(std::move(loss));
}

int own_code(const report::Outcome& outcome) {
  return outcome.signal ? 128 + *outcome.signal : outcome.exit.value_or(kExitOk);
}

// What is printed, and how.
struct Telling {
  std::string command;
  report::Verdict verdict;
  LiveOptions options;
  std::optional<FirstPhaseResult> first;  // if there was such a phase
};

// Who is aborted needs no exit code; who is not keeps its own.
bool refuses(const LiveJob& job) { return job.on_race != channel::OnRace::go_on; }
// Only code that was built for it can do that.
bool needs_plugin(const LiveJob& job) {
  return refuses(job) && job.on_race != channel::OnRace::abort;
}

int watch_program(const LiveJob& job, const Telling& telling, Reporting& reporting) {
  LiveLog log(telling.options.log_path);
  report::Report report;
  report.command = telling.command;
  report.program = job.words;
  PrintingAudience audience(reporting, report, log, telling.options);
  report::LiveReport live(report, audience, telling.verdict, job.functions);

  const auto start = std::chrono::steady_clock::now();
  const auto& first = telling.first;
  const auto done =
      first ? execute_planned(job, audience, live, first->prospects) : execute(job, audience, live);
  if (!done) return mistake(done.error());
  report.outcome.runs = done->runs + (first ? 1 : 0);
  if (first) report.loss = first->loss;
  if (job.sample > 0)
    report.loss.push_back({fmt::format("locations that were not watched: all but {} % of them "
                                       "(--sample); their races were not found, nor kept from "
                                       "happening",
                                       job.sample),
                           1});
  if (done->excess_locks > 0)
    report.loss.push_back(
        {"locks that a thread held beyond what was expected: races may be missing",
         done->excess_locks});

  live.finish([&](const report::Race& pair) { return !reporting.suppresses(pair); });
  bool written = true;
  if (!job.trace.empty()) {
    if (auto named = RawTraces(job.trace).name(live); !named) {
      say(named.error().message());
      written = false;
    }
  }
  add_outcome(done->watched, std::chrono::steady_clock::now() - start, report);
  report::TextContext context;
  context.suppressed = telling.options.print_suppressions ? audience.suppressed() : 0;
  context.unused_suppressions = reporting.unused_suppressions();
  std::ostringstream end;
  render_end(report, context, end);
  if (!end.str().empty()) log.write(end.str());
  if (job.functions != nullptr)
    for (const std::string& complaint : job.functions->complaints())
      say(fmt::format("note: {}", complaint));
  Memory().keep(report, job.path);
  if (!reporting.write_json(report)) written = false;
  if (report.outcome.signal &&
      !audience.ended().contains(static_cast<std::uint64_t>(done->process))) {
    say(fmt::format("the program was ended by signal {} ({})", *report.outcome.signal,
                    strsignal(*report.outcome.signal)));
  }
  const bool failed = refuses(job) ? !audience.ended().empty() : audience.failed();
  if (failed && reporting.exit_code() != 0) return reporting.exit_code();
  if (!written) return kExitMistake;
  if (live.processes() == 0) return mistake(advice_after(job.path));
  if (needs_plugin(job) && !live.any_guarded()) return mistake(advice_to_guard(job.path));
  return own_code(report.outcome);
}

Result<report::ChannelRules, Error> channel_rules(const std::string& file) {
  if (file.empty()) return report::ChannelRules();
  return report::ChannelRules::load(file);
}

}  // namespace

Result<void, UsageError> combine(const Arguments& arguments, bool keeps_exit_code,
                                 LiveOptions& options, Reporting& reporting) {
  if (arguments.given("--halt")) options.halt_on_error = true;
  if (arguments.given("--exit-code")) options.exit_code = reporting.exit_code();
  if (keeps_exit_code) reporting.set_exit_code(0);
  if (options.exit_code) reporting.set_exit_code(*options.exit_code);
  for (const std::string& file : options.suppressions) {
    auto loaded = report::Suppressions::load(file);
    if (!loaded) return UsageError{loaded.error().message()};
    reporting.add_suppressions(*std::move(loaded));
  }
  for (const std::string& name : options.without_effect) {
    say(fmt::format("note: {} has no effect here", name));
  }
  return {};
}

int run_live(const Arguments& arguments, const LiveRun& wish) {
  auto options = options_from_environment();
  if (!options) return mistake(options.error().message);
  auto reporting = Reporting::prepare(arguments, "");
  if (!reporting) return mistake(reporting.error().message);
  if (auto combined = combine(arguments, wish.keeps_exit_code, *options, *reporting); !combined) {
    return mistake(combined.error().message);
  }
  const auto rules = channel_rules(wish.channels);
  if (!rules) return mistake(rules.error().message());
  if (!wish.channels.empty() && rules->empty())
    say(fmt::format("note: {} names no functions", wish.channels));
  auto path = find_program(arguments.program()[0]);
  if (!path) return mistake(path.error().message);
  if (const std::string advice = advice_before(*path); !advice.empty()) return mistake(advice);
  auto preload = preload_list(wish.trace.empty() ? wish.analysis : wish.analysis + "-record");
  if (!preload) return mistake(preload.error().message);
  LiveJob job{.words = arguments.program(), .path = *std::move(path), .preload = *preload};
  job.max_memory = options->max_memory_mb.value_or(0) << 20;
  job.trace = wish.trace;
  job.on_race = wish.on_race;
  job.uncaught = wish.uncaught;
  job.on_race_in = wish.on_race_in;
  job.sample = wish.sample;
  job.atomics = wish.atomics;
  job.constant_writes = wish.constant_writes;
  job.under_gdb = wish.under_gdb;
  if (needs_plugin(job) && is_built_without_guard(job.path))
    return mistake(advice_to_guard(job.path));
  job.exit_code = refuses(job) ? 0 : reporting->exit_code();
  report::ChannelFunctions functions(*rules);
  if (!rules->empty()) job.functions = &functions;
  // What gdb reads are commands.
  std::optional<KeptInput> input;
  if (wish.two_phases && !wish.under_gdb && KeptInput::is_needed()) {
    auto kept = KeptInput::create(temporary_folder());
    if (!kept) return mistake(kept.error());
    job.input = &input.emplace(*std::move(kept));
  }
  Telling telling{wish.command, wish.verdict, *std::move(options), std::nullopt};
  if (wish.two_phases) {
    auto first = run_first_phase(
        {job.path, job.words, job.max_memory, job.atomics, job.functions, job.input});
    if (!first) return mistake(first.error().message);
    telling.first = *std::move(first);
  }
  return watch_program(job, telling, *reporting);
}

Option detector_option() {
  return {.name = "--detector",
          .value_name = "D",
          .help =
              "what looks for races: both find the same; goldilocks also says who may access "
              "what, and is slower",
          .choices = {"fasttrack", "goldilocks"},
          .fallback = "fasttrack"};
}
Option halt_option() {
  return {.kind = OptionKind::flag,
          .name = "--halt",
          .help = "end a process at the first race that counts, before it can do harm"};
}

std::vector<Option> live_options(std::vector<Option> own) {
  for (Option& option : reporting_options()) own.push_back(std::move(option));
  own.push_back({.kind = OptionKind::program,
                 .name = "-- PROG ARGS…",
                 .help = "the program, built with -fsanitize=thread (clang: also -shared-libsan), "
                         "or one that starts such programs: ctest, python, a script",
                 .required = true});
  return own;
}

}  // namespace steward::cli
