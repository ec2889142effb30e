#include "cli/live/first_phase.h"

#include <cstring>
#include <fmt/format.h>
#include <optional>
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

std::vector<report::Loss> loss_of(const Watched& watched, const report::Report& report,
                                  const KeptInput* input, int signal) {
  std::vector<report::Loss> all;
  if (signal != 0)
    all.push_back({fmt::format("first phase: ended by signal {} ({}), so that what it did not come "
                               "to may be missing",
                               signal, strsignal(signal)),
                   1});
  if (input != nullptr && input->lost() > 0)
    all.push_back(
        {"first phase: bytes of its input that could not be kept for the second", input->lost()});
  const auto add = [&](const report::Loss& loss) {
    all.push_back({"first phase: " + loss.what, loss.count});
  };
  for (const report::Loss& loss : report.loss) add(loss);
  for (const report::Loss& loss : watched.loss()) add(loss);
  return all;
}

}  // namespace

Result<FirstPhaseResult, UsageError> run_first_phase(const FirstPhase& phase) {
  auto preload = preload_list("simple");
  if (!preload) return std::move(preload).error();
  auto channel = report::ChannelFile::create(report::temporary_folder(), 0);
  if (!channel) return UsageError{channel.error()};
  channel->header().max_memory = phase.max_memory;
  channel->header().atomics = phase.atomics;
  report::Report unseen;
  DeafAudience audience;
  report::LiveReport live(unseen, audience, report::Verdict::potential, phase.functions);
  Environment environment{{channel::kPathVariable, channel->path()}, {"LD_PRELOAD", *preload}};
  auto answers = answers_for(phase.functions, report::temporary_folder(), environment);
  if (!answers) return UsageError{answers.error()};
  SignalForwarding signals(channel->header().completed);
  std::optional<Feeding> feeding;
  if (phase.input != nullptr) feeding.emplace(*phase.input);
  const UnseenInput unnoticed(phase.unseen_input);
  Streams streams = unnoticed.streams();
  streams.silent = true;
  if (feeding) streams.input = feeding->descriptor();
  const auto child = start_program(phase.path, phase.words, environment, streams);
  if (!child) return child.error();
  if (feeding) feeding->begin();
  signals.forward_to(*child);
  Child process(*child);
  const Watched watched = watch(process, *channel, live, phase.patience);
  feeding.reset();
  // It may end as it likes, a crash included; but who is interrupted does not want it to run again.
  const int signal = WIFSIGNALED(watched.status) ? WTERMSIG(watched.status) : 0;
  if (signals.received(signal))
    return UsageError{fmt::format("interrupted in the first phase, by signal {}", signal)};
  live.finish();
  return FirstPhaseResult{live.prospects(), loss_of(watched, unseen, phase.input, signal)};
}

}  // namespace steward::cli
