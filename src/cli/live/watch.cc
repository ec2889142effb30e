#include "cli/live/watch.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fstream>
#include <iterator>
#include <linux/futex.h>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "report/live/channel_reader.h"

namespace steward::cli {
namespace {

// Until something completes. The limit only matters for what nobody announces: a writer that was
// killed between taking room in the channel and using it.
void sleep_until_change(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  const timespec limit{0, 200'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &limit, nullptr, 0);
}

bool runs(std::uint32_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  // "17 (name) S 4 …", where names may contain anything.
  const std::size_t end = text.rfind(") ");
  return end != std::string::npos && end + 2 < text.size() && text[end + 2] != 'Z';
}

// Some are about to end as well.
std::uint64_t count_left(const report::LiveReport& report) {
  std::uint64_t left = 0;
  constexpr int kLooks = 20;
  for (int look = 0; look < kLooks; ++look) {
    left = 0;
    report.for_each_process([&](std::uint32_t number) { left += runs(number) ? 1 : 0; });
    if (left == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return left;
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
  add("processes that went on when the program had ended, and were not followed any more", left);
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
  reader.pass_over_gap();
  reader.read(take);
  watched.dropped = reader.dropped();
  watched.torn = reader.incomplete();
  watched.unanswered = channel.header().unanswered.load();
  watched.left = count_left(report);
  return watched;
}

}  // namespace steward::cli
