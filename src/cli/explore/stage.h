// Where the controlled executions of a program take place, one after the other.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/explore/awaited_process.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/execution_server.h"
#include "cli/explore/props.h"
#include "cli/live/program.h"
#include "report/live/channel_file.h"
#include "report/live/live_report.h"
#include "report/live/temporary_file.h"

namespace steward::cli {

// What all programs under control find: the same day on their clocks, the processors of the
// machine.
channel::ExplorationHeader usual_circumstances();

class Stage {
 public:
  using Look = std::function<void(const report::LiveReport&)>;

  // For the program, which must outlive it, on the processor of that number among those that we may
  // use. `interrupted`: the user wants to stop. The error is a sentence.
  static Result<std::unique_ptr<Stage>, std::string> create(const ControlledProgram& program,
                                                            unsigned processor,
                                                            const std::atomic<bool>& interrupted);

  // The error is a sentence. `look(live)` is called when the program has ended, if given.
  Result<ControlledRun, std::string> run(const ControlledWish& wish, const Look& look = {});

 private:
  Stage(const ControlledProgram& program, Props props, report::TemporaryFile output, int processor,
        const std::atomic<bool>& interrupted);
  Result<void, std::string> make_channel();
  Result<std::unique_ptr<AwaitedProcess>, std::string> begin(std::atomic<std::uint32_t>& wake);
  Result<std::unique_ptr<AwaitedProcess>, std::string> begin_with(const Streams& streams,
                                                                  std::atomic<std::uint32_t>& wake);

  const ControlledProgram& program_;
  Props props_;
  report::TemporaryFile output_;
  const Control control_;
  const std::atomic<bool>& interrupted_;
  report::SymbolCache symbols_;
  std::optional<report::ChannelFile> channel_;  // if the last run has left it to the next
  std::unique_ptr<ExecutionServer> server_;
  bool serves_ = true;  // as far as is known
};

}  // namespace steward::cli
