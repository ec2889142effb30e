// Reading from and writing to file descriptors.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

// Whether the call is to be made; or else it was interrupted.
bool before(int file, short events) {
  const Turn turn;
  if (!turn) return true;
  if (blocks(file)) return await_file(turn, file, events);
  turn.pass(outside());
  return true;
}
bool before_message(int file, short events, int flags) {
  if ((flags & MSG_DONTWAIT) == 0) return before(file, events);
  if (const Turn turn; turn) turn.pass(outside());
  return true;
}

ssize_t controlled_read(int file, void* buffer, std::size_t size) {
  if (const Turn turn; turn && is_random_device(file)) {
    draw_bytes(turn, buffer, size);
    return static_cast<ssize_t>(size);
  }
  if (!before(file, POLLIN)) return -1;
  return behind_read(file, buffer, size);
}
ssize_t controlled_readv(int file, const iovec* parts, int count) {
  if (!before(file, POLLIN)) return -1;
  return behind_readv(file, parts, count);
}
ssize_t controlled_recv(int file, void* buffer, std::size_t size, int flags) {
  if (!before_message(file, POLLIN, flags)) return -1;
  return behind_recv(file, buffer, size, flags);
}
ssize_t controlled_recvfrom(int file, void* buffer, std::size_t size, int flags, sockaddr* from,
                            socklen_t* from_size) {
  if (!before_message(file, POLLIN, flags)) return -1;
  return behind_recvfrom(file, buffer, size, flags, from, from_size);
}
ssize_t controlled_recvmsg(int file, msghdr* message, int flags) {
  if (!before_message(file, POLLIN, flags)) return -1;
  return behind_recvmsg(file, message, flags);
}
STEWARD_STANDS_IN(read);
STEWARD_STANDS_IN(readv);
STEWARD_STANDS_IN(recv);
STEWARD_STANDS_IN(recvfrom);
STEWARD_STANDS_IN(recvmsg);

// A pipe that has room at all has it for so many bytes.
constexpr std::size_t kPiece = 4096;

// Whether bytes are bytes, in whatever pieces they come, and there may be too little room for all.
bool is_stream(int file) {
  struct stat status = {};
  if (raw::failed(raw::call(SYS_fstat, file, reinterpret_cast<long>(&status)))) return false;
  if (S_ISFIFO(status.st_mode)) return true;
  int type = 0;
  socklen_t size = sizeof type;
  return S_ISSOCK(status.st_mode) &&
         !raw::failed(raw::call(SYS_getsockopt, file, SOL_SOCKET, SO_TYPE,
                                reinterpret_cast<long>(&type), reinterpret_cast<long>(&size))) &&
         type == SOCK_STREAM;
}
// Whether the rest may have to wait after the first bytes have gone.
bool may_stop_halfway(int file, std::size_t size) {
  return size > kPiece && controlled_seat() != nullptr && blocks(file) && is_stream(file);
}

// write(bytes, count) for pieces that there is room for.
template <class Write>
ssize_t in_pieces(int file, const void* buffer, std::size_t size, Write&& write) {
  const Turn turn;
  const auto* const bytes = static_cast<const char*>(buffer);
  std::size_t done = 0;
  while (done < size) {
    const std::size_t piece = size - done < kPiece ? size - done : kPiece;
    const ssize_t written = await_file(turn, file, POLLOUT) ? write(bytes + done, piece) : -1;
    if (written < 0) return done > 0 ? static_cast<ssize_t>(done) : written;
    done += static_cast<std::size_t>(written);
  }
  return static_cast<ssize_t>(done);
}

std::size_t size_of(const iovec* parts, std::size_t count) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += parts[i].iov_len;
  return size;
}

ssize_t controlled_write(int file, const void* buffer, std::size_t size) {
  if (may_stop_halfway(file, size))
    return in_pieces(file, buffer, size, [&](const char* bytes, std::size_t count) {
      return behind_write(file, bytes, count);
    });
  if (!before(file, POLLOUT)) return -1;
  return behind_write(file, buffer, size);
}
ssize_t controlled_writev(int file, const iovec* parts, int count) {
  if (count > 0 && may_stop_halfway(file, size_of(parts, static_cast<std::size_t>(count))))
    return Turn().while_away([&] { return behind_writev(file, parts, count); });
  if (!before(file, POLLOUT)) return -1;
  return behind_writev(file, parts, count);
}
ssize_t controlled_send(int file, const void* buffer, std::size_t size, int flags) {
  if ((flags & MSG_DONTWAIT) == 0 && may_stop_halfway(file, size))
    return in_pieces(file, buffer, size, [&](const char* bytes, std::size_t count) {
      return behind_send(file, bytes, count, flags);
    });
  if (!before_message(file, POLLOUT, flags)) return -1;
  return behind_send(file, buffer, size, flags);
}
ssize_t controlled_sendto(int file, const void* buffer, std::size_t size, int flags,
                          const sockaddr* to, socklen_t to_size) {
  if (to == nullptr) return controlled_send(file, buffer, size, flags);
  if (!before_message(file, POLLOUT, flags)) return -1;
  return behind_sendto(file, buffer, size, flags, to, to_size);
}
ssize_t controlled_sendmsg(int file, const msghdr* message, int flags) {
  if ((flags & MSG_DONTWAIT) == 0 &&
      may_stop_halfway(file, size_of(message->msg_iov, message->msg_iovlen)))
    return Turn().while_away([&] { return behind_sendmsg(file, message, flags); });
  if (!before_message(file, POLLOUT, flags)) return -1;
  return behind_sendmsg(file, message, flags);
}
int controlled_accept(int file, sockaddr* from, socklen_t* from_size) {
  if (!before(file, POLLIN)) return -1;
  return behind_accept(file, from, from_size);
}
int controlled_accept4(int file, sockaddr* from, socklen_t* from_size, int flags) {
  if (!before(file, POLLIN)) return -1;
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
