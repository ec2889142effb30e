// expect: none
// flags: -pthread
// What is written to a pipe, an eventfd or a socket orders whoever reads it, also through a copy.
#include <cstdint>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

int by_pipe;
int by_event;
int by_socket;

int main() {
  int ends[2];
  int pair[2];
  const int event = eventfd(0, 0);
  if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return 1;
  const int copy = dup(ends[1]);
  std::thread writer([&] {
    const std::uint64_t one = 1;
    by_pipe = 1;
    if (write(copy, "x", 1) != 1) return;
    by_event = 1;
    if (write(event, &one, sizeof one) != sizeof one) return;
    by_socket = 1;
    send(pair[0], "x", 1, 0);
  });
  char byte;
  std::uint64_t count;
  if (read(ends[0], &byte, 1) == 1) ++by_pipe;
  if (read(event, &count, sizeof count) == sizeof count) ++by_event;
  if (recv(pair[1], &byte, 1, 0) == 1) ++by_socket;
  writer.join();
}
