#include "cli/explore/execution_server.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <sys/socket.h>
#include <unistd.h>

#include "channel/server.h"
#include "cli/explore/leftovers.h"

namespace steward::cli {

using channel::ServerAnswer;

namespace {

// Nothing if the server is gone.
std::optional<ServerAnswer> next_answer(int socket) {
  ServerAnswer answer;
  ssize_t count;
  do count = recv(socket, &answer, sizeof answer, MSG_WAITALL);
  while (count < 0 && errno == EINTR);
  if (count != sizeof answer) return std::nullopt;
  return answer;
}

}  // namespace

Result<std::unique_ptr<ExecutionServer>, std::string> ExecutionServer::start(
    const std::string& path, const std::vector<std::string>& words, Environment environment,
    Streams streams, Control control) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return fmt::format("cannot make a socket: {}", std::strerror(errno));
  control.keeps = sockets[1];
  environment.emplace_back(channel::kServerVariable, fmt::format("{}:{}", sockets[1], getpid()));
  const auto server =
      start_awaited([&] { return start_program(path, words, environment, streams, &control); });
  close(sockets[1]);
  if (!server) {
    close(sockets[0]);
    return server.error().message;
  }
  return std::unique_ptr<ExecutionServer>(new ExecutionServer(*server, sockets[0]));
}

ExecutionServer::~ExecutionServer() {
  // It ends when nobody can ask any more; a program that is no server does when it likes.
  close(socket_);
  kill(server_, SIGKILL);
  wait_for(server_);
}

std::unique_ptr<AwaitedProcess> ExecutionServer::begin(std::atomic<std::uint32_t>& wake) {
  const char byte = 0;
  if (send(socket_, &byte, 1, MSG_NOSIGNAL) != 1) return nullptr;
  const auto answer = next_answer(socket_);
  if (!answer || answer->what != ServerAnswer::What::begun) return nullptr;
  const auto wait = [socket = socket_] {
    const auto end = next_answer(socket);
    // If even the server is gone, somebody has killed them all.
    return end ? end->value : SIGKILL;
  };
  return std::make_unique<AwaitedProcess>(answer->value, wait, wake);
}

}  // namespace steward::cli
