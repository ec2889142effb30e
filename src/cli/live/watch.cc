#include "cli/live/watch.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "cli/live/processes.h"
#include "report/live/channel_reader.h"
#include "report/live/instrumentation.h"

namespace steward::cli {
namespace {

// Until something completes. The limit only matters for what nobody announces: a writer that was
// killed between taking room in the channel and using it.
void sleep_until_change(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  const timespec limit{0, 200'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &limit, nullptr, 0);
}

bool is_instrumented(pid_t process) {
  return report::instrumentation_of(fmt::format("/proc/{}/exe", process)) ==
         report::Instrumentation::dynamic;
}

// Some are about to end as well, and have something to say; how many go on. They need not have said
// anything so far.
template <class Read>
std::uint64_t await_others(const report::ChannelFile& channel, const Patience& patience,
                           const Read& read) {
  constexpr int kLooks = 20;
  std::vector<pid_t> left;
  for (int look = 0; look < kLooks; ++look) {
    left.clear();
    for (const pid_t process : processes_started_with(channel.path()))
      if (goes_on(process) && is_instrumented(process)) left.push_back(process);
    if (left.empty()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    read();
  }
  if (patience.others == Patience::Others::ended)
    for (const pid_t process : left) ::kill(process, SIGKILL);
  return left.size();
}

}  // namespace

std::vector<report::Loss> Watched::loss() const {
  std::vector<report::Loss> all;
  const auto add = [&](const char* what, std::uint64_t count) {
    if (count > 0) all.push_back({what, count});
  };
  add("reports for which there was no room any more", dropped);
  add("reports that a process did not wait for, because Steward did not answer", unanswered);
  add("reports that a process was killed in the middle of", torn);
  add("processes that went on when the program had ended: what they did then is not known", left);
  return all;
}

std::optional<int> Child::ended() {
  int status = 0;
  const pid_t ended = waitpid(number_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
  return status;
}

void Child::kill() { ::kill(number_, SIGKILL); }

Watched watch(Process& program, report::ChannelFile& channel, report::LiveReport& report,
              Patience patience) {
  const auto begin = std::chrono::steady_clock::now();
  report::ChannelReader reader(channel.bytes());
  const auto take = [&](const report::RecordView& record) { return report.take(record); };
  Watched watched;
  bool stuck = false;
  for (bool running = true; running;) {
    std::atomic<std::uint32_t>& completed = channel.header().completed;
    const std::uint32_t seen = completed.load();
    // Asked before the last read, so that nothing falls between.
    const std::optional<int> ended = program.ended();
    running = !ended;
    watched.status = ended.value_or(0);
    if (reader.read(take) > 0) stuck = false;
    channel.make_room();
    if (!running) break;
    if (patience.stop != nullptr && patience.stop->load()) program.kill();
    if (patience.seconds != 0 && !watched.overdue &&
        std::chrono::steady_clock::now() - begin > std::chrono::seconds(patience.seconds)) {
      watched.overdue = true;
      program.kill();
    }
    sleep_until_change(completed, seen);
    const bool waited_in_vain = completed.load() == seen && reader.at_gap();
    if (stuck && waited_in_vain) reader.pass_over_gap();
    stuck = waited_in_vain;
  }
  if (patience.others != Patience::Others::left_to_caller)
    watched.left = await_others(channel, patience, [&] { reader.read(take); });
  reader.pass_over_gap();
  reader.read(take);
  watched.dropped = reader.dropped();
  watched.torn = reader.incomplete();
  watched.unanswered = channel.header().unanswered.load();
  return watched;
}

}  // namespace steward::cli
