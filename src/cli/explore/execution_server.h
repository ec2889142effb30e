// A program that was started, but has not begun: it makes a process for each execution (see
// channel/server.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "cli/explore/awaited_process.h"
#include "cli/live/program.h"

namespace steward::cli {

class ExecutionServer {
 public:
  // The error is a sentence.
  static Result<std::unique_ptr<ExecutionServer>, std::string> start(
      const std::string& path, const std::vector<std::string>& words, Environment environment,
      Streams streams, Control control);
  ~ExecutionServer();
  ExecutionServer(const ExecutionServer&) = delete;
  ExecutionServer& operator=(const ExecutionServer&) = delete;

  // Begins an execution; `wake` grows and wakes who waits for it when that ends. Null if the
  // program makes none: it is not instrumented, or has threads before it begins.
  std::unique_ptr<AwaitedProcess> begin(std::atomic<std::uint32_t>& wake);

 private:
  ExecutionServer(pid_t server, int socket) : server_(server), socket_(socket) {}

  const pid_t server_;
  const int socket_;
};

}  // namespace steward::cli
