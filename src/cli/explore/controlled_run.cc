#include "cli/explore/controlled_run.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <signal.h>
#include <sys/wait.h>

#include "cli/live/program.h"
#include "cli/live/signals.h"
#include "cli/live/watch.h"
#include "report/live/channel_file.h"
#include "report/live/temporary_file.h"

namespace steward::cli {
namespace {

// Takes everything down, for somebody else to judge.
class Witness : public report::Audience {
 public:
  explicit Witness(ControlledRun& run) : run_(run) {}

  bool wants(const report::Race&) override { return true; }
  bool wants(const report::FoundItem&) override { return true; }
  bool counts(const report::Race&) override { return false; }
  bool counts(const report::FoundItem&) override { return false; }
  void together(std::uint64_t first, std::uint64_t second, std::uint64_t step,
                report::Race race) override {
    run_.meetings.push_back({first, second, step, std::move(race)});
  }
  void stepped(std::uint64_t steps) override { run_.steps += steps; }

 private:
  ControlledRun& run_;
};

template <class Entry>
Result<void, std::string> write_list(report::TemporaryFile& file, const std::vector<Entry>& list) {
  return list.empty() ? Result<void, std::string>()
                      : file.write(list.data(), list.size() * sizeof(Entry));
}

Result<report::TemporaryFile, std::string> write_wish(const std::string& folder,
                                                      const ControlledWish& wish) {
  auto file = report::TemporaryFile::create(folder, "steward-exploration");
  if (!file) return file;
  channel::ExplorationHeader header = wish.header;
  header.ranges = wish.ranges.size();
  header.pairs = wish.pairs.size();
  auto written = file->write(&header, sizeof header);
  if (written) written = write_list(*file, wish.ranges);
  if (written) written = write_list(*file, wish.pairs);
  if (!written) return std::move(written).error();
  return file;
}

// The last bytes are those that tell why it ended.
std::string end_of(const std::string& path) {
  constexpr std::streamoff kMost = 4096;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  file.seekg(size > kMost ? size - kMost : 0);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Result<ControlledRun, std::string> run_controlled(
    const ControlledProgram& program, const ControlledWish& wish,
    const std::function<void(const report::LiveReport&)>& look) {
  auto channel = report::ChannelFile::create(program.folder, 0);
  if (!channel) return channel.error();
  const auto exploration = write_wish(program.folder, wish);
  if (!exploration) return exploration.error();
  auto output = report::TemporaryFile::create(program.folder, "steward-output");
  if (!output) return output.error();

  ControlledRun run;
  Witness witness(run);
  report::LiveReport live(run.report, witness, report::Verdict::real, nullptr, program.symbols);
  const Environment environment{{channel::kPathVariable, channel->path()},
                                {channel::kExplorationVariable, exploration->path()},
                                {"LD_PRELOAD", program.preload}};
  SignalForwarding signals(channel->header().completed);
  const Control control{output->path(), program.processor};
  const auto child =
      start_program(program.path, program.words, environment, {.silent = true}, &control);
  if (!child) return child.error().message;
  signals.forward_to(*child);
  const Watched watched = watch(*child, *channel, live, program.seconds);
  live.finish();
  run.status = watched.status;
  run.overdue = watched.overdue;
  run.watched = live.processes();
  run.output = end_of(output->path());
  if (look) look(live);
  return run;
}

}  // namespace steward::cli
