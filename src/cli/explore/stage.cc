#include "cli/explore/stage.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <unistd.h>

#include "cli/explore/leftovers.h"
#include "cli/explore/watched_code.h"
#include "cli/explore/witness.h"
#include "cli/live/watch.h"
#include "report/live/instrumentation.h"

namespace steward::cli {
namespace {

// All of a file, or what is in it from there on.
std::string contents_of(const std::string& path, std::streamoff most) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size <= 0) return {};
  file.seekg(size > most ? size - most : 0);
  std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

// The last bytes are those that tell why it ended.
constexpr std::streamoff kOutput = 1 << 16;

// The processor of that number among those that this process may use.
int processor_at(unsigned number) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 0;
  unsigned left = number % static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(static_cast<std::size_t>(i), &allowed) && left-- == 0) return i;
  return 0;
}

}  // namespace

channel::ExplorationHeader usual_circumstances() {
  channel::ExplorationHeader header;
  header.start_time = std::uint64_t{1'700'000'000} * 1'000'000'000;
  cpu_set_t allowed;
  // A program that is alone might not make any threads.
  header.processors = 2;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    header.processors = static_cast<std::uint64_t>(std::max(CPU_COUNT(&allowed), 2));
  return header;
}

Stage::Stage(const ControlledProgram& program, Props props, report::TemporaryFile output,
             int processor, const std::atomic<bool>& interrupted)
    : program_(program),
      props_(std::move(props)),
      output_(std::move(output)),
      control_{.output = output_.path(), .processor = processor, .only_these = true},
      interrupted_(interrupted),
      serves_(report::instrumentation_of(program.path) == report::Instrumentation::dynamic) {}

Result<std::unique_ptr<Stage>, std::string> Stage::create(const ControlledProgram& program,
                                                          unsigned processor,
                                                          const std::atomic<bool>& interrupted) {
  auto props = Props::create();
  if (!props) return std::move(props).error();
  auto output = report::TemporaryFile::create_at(props->path_of("output"));
  if (!output) return std::move(output).error();
  return std::unique_ptr<Stage>(new Stage(program, *std::move(props), *std::move(output),
                                          processor_at(processor), interrupted));
}

Result<std::unique_ptr<AwaitedProcess>, std::string> Stage::begin(
    std::atomic<std::uint32_t>& wake) {
  const int input =
      ::open(program_.input.empty() ? "/dev/null" : program_.input.c_str(), O_RDONLY | O_CLOEXEC);
  auto process = begin_with({.silent = true, .input = input}, wake);
  close(input);
  return process;
}

Result<std::unique_ptr<AwaitedProcess>, std::string> Stage::begin_with(
    const Streams& streams, std::atomic<std::uint32_t>& wake) {
  const Environment environment = props_.environment(program_, program_.path, program_.words);
  std::unique_ptr<AwaitedProcess> process;
  if (serves_ && server_ == nullptr) {
    auto server =
        ExecutionServer::start(program_.path, program_.words, environment, streams, control_);
    if (!server) return std::move(server).error();
    server_ = *std::move(server);
  }
  if (serves_) process = server_->begin(wake);
  if (process == nullptr) {
    server_.reset();
    serves_ = false;
    const auto child = start_awaited([&] {
      return start_program(program_.path, program_.words, environment, streams, &control_);
    });
    if (!child) return child.error().message;
    const auto wait = [number = *child] { return wait_for(number); };
    process = std::make_unique<AwaitedProcess>(*child, wait, wake);
  }
  return process;
}

Result<void, std::string> Stage::make_channel() {
  if (channel_) {
    channel_->reset();
    return {};
  }
  auto channel = props_.make_channel(0);
  if (!channel) return std::move(channel).error();
  channel_.emplace(*std::move(channel));
  return {};
}

Result<ControlledRun, std::string> Stage::run(const ControlledWish& wish, const Look& look) {
  if (auto made = make_channel(); !made) return std::move(made).error();
  const auto exploration = props_.write(wish);
  if (!exploration) return exploration.error();
  if (ftruncate(output_.descriptor(), 0) != 0) return "cannot empty " + output_.path();

  props_.forget_schedule();

  ControlledRun run;
  Witness witness(run);
  report::LiveReport live(run.report, witness, report::Verdict::real, nullptr, &symbols_);
  auto process = begin(channel_->header().completed);
  if (!process) return process.error();
  const Watched watched =
      watch(**process, *channel_, live,
            {program_.seconds, &interrupted_, Patience::Others::left_to_caller});
  end_leftovers(props_.folder(), (*process)->number());
  live.finish();
  for (report::Loss& loss : watched.loss()) run.report.loss.push_back(std::move(loss));
  run.status = watched.status;
  run.overdue = watched.overdue ? program_.seconds : 0;
  run.interrupted = interrupted_.load();
  run.watched = live.processes();
  run.output = contents_of(output_.path(), kOutput);
  run.schedule = props_.schedule();
  const WatchedCode code(wish, live);
  for (const report::Race& race : run.report.races)
    if (auto ours = code.of_pair(race)) run.unordered.push_back(*std::move(ours));
  if (look) look(live);
  // Others that it has made may live on, if they are not to be found, and write. Whoever waits for
  // the first of them has still to say so there.
  process->reset();
  if (run.watched > 1) channel_.reset();
  return run;
}

}  // namespace steward::cli
