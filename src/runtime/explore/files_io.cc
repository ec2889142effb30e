// Reading from and writing to file descriptors.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/explore/chance.h"
#include "runtime/explore/files.h"

using namespace steward;

namespace {

STEWARD_BEHIND(read);
STEWARD_BEHIND(readv);
STEWARD_BEHIND(recv);
STEWARD_BEHIND(recvfrom);
STEWARD_BEHIND(recvmsg);
STEWARD_BEHIND(write);
STEWARD_BEHIND(writev);
STEWARD_BEHIND(send);
STEWARD_BEHIND(sendto);
STEWARD_BEHIND(sendmsg);
STEWARD_BEHIND(accept);
STEWARD_BEHIND(accept4);

// Whether a call on it may block.
bool blocks(int file) {
  const long flags = raw::call(SYS_fcntl, file, F_GETFL);
  return !raw::failed(flags) && (flags & O_NONBLOCK) == 0;
}

void before(int file, short events) {
  const Turn turn;
  if (!turn) return;
  if (blocks(file)) await_file(turn, file, events);
  else turn.pass(outside());
}
void before_message(int file, short events, int flags) {
  if ((flags & MSG_DONTWAIT) == 0) return before(file, events);
  if (const Turn turn; turn) turn.pass(outside());
}

ssize_t controlled_read(int file, void* buffer, std::size_t size) {
  if (const Turn turn; turn && is_random_device(file)) {
    draw_bytes(turn, buffer, size);
    return static_cast<ssize_t>(size);
  }
  before(file, POLLIN);
  return behind_read(file, buffer, size);
}
ssize_t controlled_readv(int file, const iovec* parts, int count) {
  before(file, POLLIN);
  return behind_readv(file, parts, count);
}
ssize_t controlled_recv(int file, void* buffer, std::size_t size, int flags) {
  before_message(file, POLLIN, flags);
  return behind_recv(file, buffer, size, flags);
}
ssize_t controlled_recvfrom(int file, void* buffer, std::size_t size, int flags, sockaddr* from,
                            socklen_t* from_size) {
  before_message(file, POLLIN, flags);
  return behind_recvfrom(file, buffer, size, flags, from, from_size);
}
ssize_t controlled_recvmsg(int file, msghdr* message, int flags) {
  before_message(file, POLLIN, flags);
  return behind_recvmsg(file, message, flags);
}
STEWARD_STANDS_IN(read);
STEWARD_STANDS_IN(readv);
STEWARD_STANDS_IN(recv);
STEWARD_STANDS_IN(recvfrom);
STEWARD_STANDS_IN(recvmsg);

// A pipe that has room at all has it for so many bytes.
constexpr std::size_t kPiece = 4096;

ssize_t controlled_write(int file, const void* buffer, std::size_t size) {
  const Turn turn;
  if (!turn || size <= kPiece || !blocks(file)) {
    before(file, POLLOUT);
    return behind_write(file, buffer, size);
  }
  const auto* const bytes = static_cast<const char*>(buffer);
  std::size_t done = 0;
  while (done < size) {
    await_file(turn, file, POLLOUT);
    const std::size_t piece = size - done < kPiece ? size - done : kPiece;
    const ssize_t written = behind_write(file, bytes + done, piece);
    if (written < 0) return done > 0 ? static_cast<ssize_t>(done) : written;
    done += static_cast<std::size_t>(written);
  }
  return static_cast<ssize_t>(done);
}
ssize_t controlled_writev(int file, const iovec* parts, int count) {
  before(file, POLLOUT);
  return behind_writev(file, parts, count);
}
ssize_t controlled_send(int file, const void* buffer, std::size_t size, int flags) {
  before_message(file, POLLOUT, flags);
  return behind_send(file, buffer, size, flags);
}
ssize_t controlled_sendto(int file, const void* buffer, std::size_t size, int flags,
                          const sockaddr* to, socklen_t to_size) {
  before_message(file, POLLOUT, flags);
  return behind_sendto(file, buffer, size, flags, to, to_size);
}
ssize_t controlled_sendmsg(int file, const msghdr* message, int flags) {
  before_message(file, POLLOUT, flags);
  return behind_sendmsg(file, message, flags);
}
int controlled_accept(int file, sockaddr* from, socklen_t* from_size) {
  before(file, POLLIN);
  return behind_accept(file, from, from_size);
}
int controlled_accept4(int file, sockaddr* from, socklen_t* from_size, int flags) {
  before(file, POLLIN);
  return behind_accept4(file, from, from_size, flags);
}
STEWARD_STANDS_IN(write);
STEWARD_STANDS_IN(writev);
STEWARD_STANDS_IN(send);
STEWARD_STANDS_IN(sendto);
STEWARD_STANDS_IN(sendmsg);
STEWARD_STANDS_IN(accept);
STEWARD_STANDS_IN(accept4);

}  // namespace
