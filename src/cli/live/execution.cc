#include "cli/live/execution.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "channel/plan.h"
#include "cli/live/answers.h"
#include "cli/live/debugger.h"
#include "cli/live/plan_file.h"
#include "cli/live/program.h"
#include "cli/live/raw_traces.h"
#include "cli/live/signals.h"
#include "cli/message.h"
#include "report/live/channel_file.h"

namespace steward::cli {
namespace {

using report::temporary_folder;

// The variables that the runtime looks for.
Environment environment(const LiveJob& job, const std::string& channel, const std::string& plan) {
  Environment all{{channel::kPathVariable, channel}, {"LD_PRELOAD", job.preload}};
  if (!job.trace.empty()) all.emplace_back(channel::kTraceVariable, RawTraces(job.trace).path());
  if (!job.on_race_in.empty()) all.emplace_back(channel::kOnRaceVariable, job.on_race_in);
  if (!plan.empty()) all.emplace_back(channel::kPlanVariable, plan);
  return all;
}

Result<pid_t, UsageError> start(const LiveJob& job, const Environment& environment,
                                Streams streams) {
  if (!job.under_gdb) return start_program(job.path, job.words, environment, streams);
  auto debugger = under_gdb(job.path, job.words, environment);
  if (!debugger) return std::move(debugger).error();
  return start_program(debugger->path, debugger->words, {});
}

}  // namespace

Result<Execution, std::string> execute(const LiveJob& job, Spectator& audience,
                                       report::LiveReport& live, const std::string& plan) {
  auto channel = report::ChannelFile::create(temporary_folder(), job.exit_code, job.on_race);
  if (!channel) return channel.error();
  channel->header().max_memory = job.max_memory;
  channel->header().uncaught = job.uncaught;
  channel->header().sample = job.sample;
  channel->header().atomics = job.atomics;
  channel->header().constant_writes = job.constant_writes;
  audience.expect_from(channel->header());
  SignalForwarding signals(channel->header().completed);
  if (!job.trace.empty()) {
    if (auto ready = RawTraces(job.trace).prepare(); !ready) return ready.error().message();
  }
  Environment variables = environment(job, channel->path(), plan);
  const auto answers = answers_for(job.functions, temporary_folder(), variables);
  if (!answers) return answers.error();
  std::optional<Feeding> feeding;
  if (job.input != nullptr) feeding.emplace(*job.input);
  live.begin_execution();
  const UnseenInput unseen(job.unseen_input);
  Streams streams = unseen.streams();
  if (feeding) streams.input = feeding->descriptor();
  const auto child = start(job, variables, streams);
  if (!child) return child.error().message;
  if (feeding) feeding->begin();
  signals.forward_to(*child);
  audience.begins(*child);
  Child process(*child);
  const Watched watched = watch(process, *channel, live, job.patience);
  return Execution{*child, watched, signals.received_any()};
}

// What rests on the bound of locks may be wrong once a thread holds more: then all is repeated with
// a higher one, unless it is to end, or goes on to hold more each time. A race is told once, in
// whichever run.
Result<Execution, std::string> execute_planned(const LiveJob& job, Spectator& audience,
                                               report::LiveReport& live,
                                               const report::Prospects& prospects) {
  constexpr std::uint64_t kMargin = 1;
  constexpr std::uint64_t kMostRuns = 3;
  std::uint64_t bound = prospects.locks_held + kMargin;
  for (std::uint64_t run = 1;; ++run) {
    auto plan = write_plan(temporary_folder(), prospects, bound);
    if (!plan) return plan.error();
    auto done = execute(job, audience, live, plan->path());
    if (!done) return done;
    done->runs = run;
    const std::uint64_t held = live.prospects().locks_held;
    if (held <= bound) return done;
    done->excess_locks = held - bound;
    if (run == kMostRuns || done->interrupted || audience.has_enough()) return done;
    if (job.unseen_input.empty())
      say(fmt::format("note: a thread held {} locks where {} were expected; running again", held,
                      bound));
    bound = held + kMargin;
  }
}

}  // namespace steward::cli
