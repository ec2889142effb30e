#include "cli/live/first_phase.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include "channel/plan.h"
#include "cli/live/answers.h"
#include "cli/live/program.h"
#include "cli/live/signals.h"
#include "cli/live/watch.h"
#include "report/live/channel_file.h"
#include "report/live/live_report.h"

namespace steward::cli {
namespace {

// The second phase will tell.
class DeafAudience : public report::Audience {
 public:
  bool wants(const report::Race&) override { return false; }
  bool wants(const report::FoundItem&) override { return false; }
  bool counts(const report::Race&) override { return false; }
  bool counts(const report::FoundItem&) override { return false; }
};

}  // namespace

Result<report::Prospects, UsageError> run_first_phase(const FirstPhase& phase) {
  auto preload = preload_list("simple");
  if (!preload) return std::move(preload).error();
  auto channel = report::ChannelFile::create(phase.folder, 0);
  if (!channel) return UsageError{channel.error()};
  channel->header().max_memory = phase.max_memory;
  channel->header().atomics = phase.atomics;
  report::Report ignored;
  DeafAudience audience;
  report::LiveReport live(ignored, audience, report::Verdict::potential, phase.functions);
  Environment environment{{channel::kPathVariable, channel->path()}, {"LD_PRELOAD", *preload}};
  auto answers = answers_for(phase.functions, phase.folder, environment);
  if (!answers) return UsageError{answers.error()};
  SignalForwarding signals(channel->header().completed);
  const auto child = start_program(phase.path, phase.words, environment, Streams::silent);
  if (!child) return child.error();
  signals.forward_to(*child);
  const Watched watched = watch(*child, *channel, live);
  // It may end as it likes, a crash included; but who is interrupted does not want it to run again.
  if (WIFSIGNALED(watched.status))
    for (const int interruption : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
      if (WTERMSIG(watched.status) == interruption)
        return UsageError{
            fmt::format("interrupted in the first phase, by signal {}", interruption)};
  return live.prospects();
}

}  // namespace steward::cli
