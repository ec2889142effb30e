// Waiting until descriptors are ready: who is told that something can be read knows what was done
// before it was written, whether it reads it or not.
#include <poll.h>
#include <sys/select.h>

#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

constexpr short kReadable = POLLIN | POLLPRI | POLLRDNORM | POLLHUP | POLLRDHUP;

int polled(int ready, const pollfd* files, nfds_t count, Touch touch) {
  if (ready < 0 || !touch.heard()) return ready;
  for (nfds_t i = 0; i < count; ++i) {
    touch.wrote(&files[i].revents);
    if ((files[i].revents & kReadable) != 0) ChannelUse(files[i].fd, touch).receive();
  }
  return ready;
}

int selected(int ready, int count, const fd_set* reading, const fd_set* writing,
             const fd_set* others, Touch touch) {
  if (ready < 0 || !touch.heard()) return ready;
  const auto bytes = static_cast<std::size_t>(count + NFDBITS - 1) / NFDBITS * sizeof(fd_mask);
  for (const fd_set* set : {reading, writing, others})
    if (set != nullptr) touch.wrote(set, bytes);
  for (int file = 0; reading != nullptr && file < count; ++file)
    if (FD_ISSET(file, reading)) ChannelUse(file, touch).receive();
  return ready;
}

}  // namespace

STEWARD_FAMILY(int, poll, (pollfd * files, nfds_t count, int limit)) {
  return polled(real_poll(files, count, limit), files, count, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, __poll_chk, (pollfd * files, nfds_t count, int limit, std::size_t room)) {
  return polled(real___poll_chk(files, count, limit, room), files, count, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, ppoll,
               (pollfd * files, nfds_t count, const timespec* limit, const sigset_t* mask)) {
  return polled(real_ppoll(files, count, limit, mask), files, count, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, select,
               (int count, fd_set* reading, fd_set* writing, fd_set* others, timeval* limit)) {
  return selected(real_select(count, reading, writing, others, limit), count, reading, writing,
                  others, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, pselect,
               (int count, fd_set* reading, fd_set* writing, fd_set* others, const timespec* limit,
                const sigset_t* mask)) {
  return selected(real_pselect(count, reading, writing, others, limit, mask), count, reading,
                  writing, others, STEWARD_TOUCH);
}
