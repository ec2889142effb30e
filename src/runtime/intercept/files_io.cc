// Reading from and writing to file descriptors.
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

// What came in, in the order of the buffers. The channel first: the bytes were written by whoever
// filled it.
ssize_t came(const ChannelUse& use, ssize_t size, const iovec* parts, std::size_t count,
             Touch touch) {
  if (size < 0) return size;
  use.receive();
  auto left = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < count && left > 0; ++i) {
    const std::size_t here = parts[i].iov_len < left ? parts[i].iov_len : left;
    touch.wrote(parts[i].iov_base, here);
    left -= here;
  }
  return size;
}
ssize_t came(const ChannelUse& use, ssize_t size, void* buffer, Touch touch) {
  const iovec part = {buffer, size > 0 ? static_cast<std::size_t>(size) : 0};
  return came(use, size, &part, 1, touch);
}
void goes(int file, const iovec* parts, std::size_t count, Touch touch) {
  for (std::size_t i = 0; i < count; ++i) touch.read(parts[i].iov_base, parts[i].iov_len);
  sending(file, touch);
}
void goes(int file, const void* buffer, std::size_t size, Touch touch) {
  touch.read(buffer, size);
  sending(file, touch);
}
std::size_t count_of(int parts) { return parts < 0 ? 0 : static_cast<std::size_t>(parts); }

}  // namespace

STEWARD_FAMILY(ssize_t, read, (int file, void* buffer, std::size_t size)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_read(file, buffer, size), buffer, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, __read_chk, (int file, void* buffer, std::size_t size, std::size_t room)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real___read_chk(file, buffer, size, room), buffer, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, pread, (int file, void* buffer, std::size_t size, off_t at)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_pread(file, buffer, size, at), buffer, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, pread64, (int file, void* buffer, std::size_t size, off_t at)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_pread64(file, buffer, size, at), buffer, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, readv, (int file, const iovec* parts, int count)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_readv(file, parts, count), parts, count_of(count), STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, preadv, (int file, const iovec* parts, int count, off_t at)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_preadv(file, parts, count, at), parts, count_of(count), STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, recv, (int file, void* buffer, std::size_t size, int flags)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  const ssize_t result = real_recv(file, buffer, size, flags);
  // Asked for by MSG_TRUNC, the size may be that of a longer message.
  const auto most = static_cast<ssize_t>(size);
  came(use, result < most ? result : most, buffer, STEWARD_TOUCH);
  return result;
}
STEWARD_FAMILY(ssize_t, recvfrom,
               (int file, void* buffer, std::size_t size, int flags, sockaddr* from,
                socklen_t* from_size)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  const ssize_t result = real_recvfrom(file, buffer, size, flags, from, from_size);
  const auto most = static_cast<ssize_t>(size);
  came(use, result < most ? result : most, buffer, STEWARD_TOUCH);
  return result;
}
STEWARD_FAMILY(ssize_t, recvmsg, (int file, msghdr* message, int flags)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_recvmsg(file, message, flags), message->msg_iov, message->msg_iovlen,
              STEWARD_TOUCH);
}

STEWARD_FAMILY(ssize_t, preadv64, (int file, const iovec* parts, int count, off64_t at)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_preadv64(file, parts, count, at), parts, count_of(count), STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, preadv2, (int file, const iovec* parts, int count, off_t at, int flags)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return came(use, real_preadv2(file, parts, count, at, flags), parts, count_of(count),
              STEWARD_TOUCH);
}
STEWARD_FAMILY(int, recvmmsg,
               (int file, mmsghdr* messages, unsigned count, int flags, timespec* limit)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  const int got = real_recvmmsg(file, messages, count, flags, limit);
  for (int i = 0; i < got; ++i) {
    const msghdr& message = messages[i].msg_hdr;
    came(use, static_cast<ssize_t>(messages[i].msg_len), message.msg_iov, message.msg_iovlen,
         STEWARD_TOUCH);
    STEWARD_TOUCH.wrote(&messages[i].msg_len);
  }
  return got;
}

STEWARD_FAMILY(ssize_t, write, (int file, const void* buffer, std::size_t size)) {
  goes(file, buffer, size, STEWARD_TOUCH);
  return real_write(file, buffer, size);
}
STEWARD_FAMILY(ssize_t, pwrite, (int file, const void* buffer, std::size_t size, off_t at)) {
  goes(file, buffer, size, STEWARD_TOUCH);
  return real_pwrite(file, buffer, size, at);
}
STEWARD_FAMILY(ssize_t, pwrite64, (int file, const void* buffer, std::size_t size, off_t at)) {
  goes(file, buffer, size, STEWARD_TOUCH);
  return real_pwrite64(file, buffer, size, at);
}
STEWARD_FAMILY(ssize_t, writev, (int file, const iovec* parts, int count)) {
  goes(file, parts, count_of(count), STEWARD_TOUCH);
  return real_writev(file, parts, count);
}
STEWARD_FAMILY(ssize_t, pwritev, (int file, const iovec* parts, int count, off_t at)) {
  goes(file, parts, count_of(count), STEWARD_TOUCH);
  return real_pwritev(file, parts, count, at);
}
STEWARD_FAMILY(ssize_t, send, (int file, const void* buffer, std::size_t size, int flags)) {
  goes(file, buffer, size, STEWARD_TOUCH);
  return real_send(file, buffer, size, flags);
}
STEWARD_FAMILY(ssize_t, sendto,
               (int file, const void* buffer, std::size_t size, int flags, const sockaddr* to,
                socklen_t to_size)) {
  goes(file, buffer, size, STEWARD_TOUCH);
  return real_sendto(file, buffer, size, flags, to, to_size);
}
STEWARD_FAMILY(ssize_t, sendmsg, (int file, const msghdr* message, int flags)) {
  goes(file, message->msg_iov, message->msg_iovlen, STEWARD_TOUCH);
  return real_sendmsg(file, message, flags);
}
STEWARD_FAMILY(ssize_t, pwritev64, (int file, const iovec* parts, int count, off64_t at)) {
  goes(file, parts, count_of(count), STEWARD_TOUCH);
  return real_pwritev64(file, parts, count, at);
}
STEWARD_FAMILY(ssize_t, pwritev2, (int file, const iovec* parts, int count, off_t at, int flags)) {
  goes(file, parts, count_of(count), STEWARD_TOUCH);
  return real_pwritev2(file, parts, count, at, flags);
}
STEWARD_FAMILY(int, sendmmsg, (int file, mmsghdr* messages, unsigned count, int flags)) {
  for (unsigned i = 0; i < count; ++i)
    goes(file, messages[i].msg_hdr.msg_iov, messages[i].msg_hdr.msg_iovlen, STEWARD_TOUCH);
  return real_sendmmsg(file, messages, count, flags);
}
