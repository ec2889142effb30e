#include "cli/live/live_run.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <sys/wait.h>
#include <utility>

#include "channel/plan.h"
#include "cli/live/advice.h"
#include "cli/live/answers.h"
#include "cli/live/debugger.h"
#include "cli/live/first_phase.h"
#include "cli/live/kept_input.h"
#include "cli/live/log.h"
#include "cli/live/options.h"
#include "cli/live/plan_file.h"
#include "cli/live/printing.h"
#include "cli/live/program.h"
#include "cli/live/raw_traces.h"
#include "cli/live/signals.h"
#include "cli/live/watch.h"
#include "cli/memory.h"
#include "cli/message.h"
#include "cli/reporting.h"
#include "report/live/channel_file.h"
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

struct Job {
  std::string command;
  const std::vector<std::string>& words;
  std::string path;
  std::string preload;
  LiveOptions options;
  std::string trace;  // empty: none is written
  channel::OnRace on_race;
  report::Verdict verdict;
  channel::Atomics atomics;
  channel::ConstantWrites constant_writes;
  bool under_gdb;
  report::ChannelFunctions* functions;         // by which objects change hands, if any
  KeptInput* input;                            // if it comes through a pipe, and runs are several
  std::optional<FirstPhaseResult> first = {};  // if there was such a phase
};

// The variables that the runtime looks for.
Environment environment(const Job& job, const std::string& channel, const std::string& plan) {
  Environment all{{channel::kPathVariable, channel}, {"LD_PRELOAD", job.preload}};
  if (!job.trace.empty()) all.emplace_back(channel::kTraceVariable, RawTraces(job.trace).path());
  if (!plan.empty()) all.emplace_back(channel::kPlanVariable, plan);
  return all;
}

// What all executions of the program have in common.
struct Watch {
  const Job& job;
  Reporting& reporting;
  LiveLog& log;
  PrintingAudience& audience;
  report::LiveReport& live;
};
struct Execution {
  pid_t process = 0;
  Watched watched;
  bool interrupted = false;        // by the user
  std::uint64_t excess_locks = 0;  // that a thread held beyond what was expected
};

// Who is aborted needs no exit code; who is not keeps its own.
bool aborts(const Job& job) { return job.on_race == channel::OnRace::abort; }

Result<pid_t, UsageError> start(const Job& job, const Environment& environment, Streams streams) {
  if (!job.under_gdb) return start_program(job.path, job.words, environment, streams);
  auto debugger = under_gdb(job.path, job.words, environment);
  if (!debugger) return std::move(debugger).error();
  return start_program(debugger->path, debugger->words, {});
}

// Runs the program once, from its start to its end.
Result<Execution, std::string> execute(const Watch& watch, const std::string& plan) {
  const Job& job = watch.job;
  auto channel = report::ChannelFile::create(
      temporary_folder(), aborts(job) ? 0 : watch.reporting.exit_code(), job.on_race);
  if (!channel) return channel.error();
  channel->header().max_memory = job.options.max_memory_mb.value_or(0) << 20;
  channel->header().atomics = job.atomics;
  channel->header().constant_writes = job.constant_writes;
  watch.audience.expect_from(channel->header());
  SignalForwarding signals(channel->header().completed);
  if (!job.trace.empty()) {
    if (auto ready = RawTraces(job.trace).prepare(); !ready) return ready.error().message();
  }
  Environment variables = environment(job, channel->path(), plan);
  const auto answers = answers_for(job.functions, temporary_folder(), variables);
  if (!answers) return answers.error();
  std::optional<Feeding> feeding;
  if (job.input != nullptr) feeding.emplace(*job.input);
  watch.live.begin_execution();
  const auto child = start(job, variables, {.input = feeding ? feeding->descriptor() : -1});
  if (!child) return child.error().message;
  if (feeding) feeding->begin();
  signals.forward_to(*child);
  watch.log.set_process(*child);
  Child process(*child);
  const Watched watched = steward::cli::watch(process, *channel, watch.live);
  return Execution{*child, watched, signals.received_any()};
}

// The second phase of a prediction. What rests on the bound of locks may be wrong once a thread
// holds more: then all is repeated with a higher one, unless it is to end, or goes on to hold more
// each time. A race is told once, in whichever run.
Result<Execution, std::string> execute_planned(const Watch& watch, std::uint64_t& runs) {
  constexpr std::uint64_t kMargin = 1;
  constexpr int kMostRuns = 3;
  const report::Prospects& prospects = watch.job.first->prospects;
  std::uint64_t bound = prospects.locks_held + kMargin;
  for (int run = 1;; ++run, ++runs) {
    auto plan = write_plan(temporary_folder(), prospects, bound);
    if (!plan) return plan.error();
    auto done = execute(watch, plan->path());
    const std::uint64_t held = watch.live.prospects().locks_held;
    if (!done || held <= bound) return done;
    done->excess_locks = held - bound;
    const bool halted = watch.job.options.halt_on_error && watch.audience.failed();
    if (run == kMostRuns || done->interrupted || halted) return done;
    say(fmt::format("note: a thread held {} locks where {} were expected; running again", held,
                    bound));
    bound = held + kMargin;
  }
}

int watch_program(const Job& job, Reporting& reporting) {
  LiveLog log(job.options.log_path);
  report::Report report;
  report.command = job.command;
  report.program = job.words;
  PrintingAudience audience(reporting, report, log, job.options);
  report::LiveReport live(report, audience, job.verdict, job.functions);

  const auto start = std::chrono::steady_clock::now();
  const Watch watch{job, reporting, log, audience, live};
  report.outcome.runs = job.first ? 2 : 1;
  const auto done = job.first ? execute_planned(watch, report.outcome.runs) : execute(watch, "");
  if (!done) return mistake(done.error());
  if (job.first) report.loss = job.first->loss;
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
  context.suppressed = job.options.print_suppressions ? audience.suppressed() : 0;
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
  const bool failed = aborts(job) ? !audience.ended().empty() : audience.failed();
  if (failed && reporting.exit_code() != 0) return reporting.exit_code();
  if (!written) return kExitMistake;
  return live.processes() > 0 ? own_code(report.outcome) : mistake(advice_after(job.path));
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
  Job job{wish.command,
          arguments.program(),
          *std::move(path),
          *std::move(preload),
          *std::move(options),
          wish.trace,
          wish.on_race,
          wish.verdict,
          wish.atomics,
          wish.constant_writes,
          wish.under_gdb,
          nullptr,
          nullptr};
  report::ChannelFunctions functions(*rules);
  if (!rules->empty()) job.functions = &functions;
  // What gdb reads are commands.
  std::optional<KeptInput> input;
  if (wish.two_phases && !wish.under_gdb && KeptInput::is_needed()) {
    auto kept = KeptInput::create(temporary_folder());
    if (!kept) return mistake(kept.error());
    job.input = &input.emplace(*std::move(kept));
  }
  if (wish.two_phases) {
    auto first = run_first_phase({job.path, job.words, temporary_folder(),
                                  job.options.max_memory_mb.value_or(0) << 20, job.atomics,
                                  job.functions, job.input});
    if (!first) return mistake(first.error().message);
    job.first = *std::move(first);
  }
  return watch_program(job, *reporting);
}

Option detector_option() {
  return {.name = "--detector",
          .value_name = "D",
          .help = "what looks for races",
          .choices = {"fasttrack"},
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
