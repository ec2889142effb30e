// epoll: who is told of an event is ordered after whoever wanted it to be watched, and knows what
// was done before that was written which can now be read.
#include <sys/epoll.h>

#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

constexpr std::uint32_t kEpollReadable =
    EPOLLIN | EPOLLPRI | EPOLLRDNORM | EPOLLRDHUP | EPOLLHUP | EPOLLERR;

int told(const ChannelUse& use, int count, const epoll_event* events, Touch touch) {
  if (count <= 0) return count;
  use.receive();
  for (int i = 0; i < count; ++i)
    if ((events[i].events & kEpollReadable) != 0) use.receive_watched(events[i].data.u64);
  touch.wrote(events, static_cast<std::size_t>(count) * sizeof *events);
  return count;
}

}  // namespace

STEWARD_FAMILY(int, epoll_create, (int size)) {
  return opened_own(real_epoll_create(size), STEWARD_TOUCH);
}
STEWARD_FAMILY(int, epoll_create1, (int flags)) {
  return opened_own(real_epoll_create1(flags), STEWARD_TOUCH);
}
STEWARD_FAMILY(int, epoll_ctl, (int file, int operation, int other, epoll_event* event)) {
  sending(file, STEWARD_TOUCH);
  if (event == nullptr || (operation != EPOLL_CTL_ADD && operation != EPOLL_CTL_MOD)) {
    const int result = real_epoll_ctl(file, operation, other, event);
    if (result == 0) watched_no_more(file, other, STEWARD_TOUCH);
    return result;
  }
  STEWARD_TOUCH.read(event, sizeof *event);
  // Before the call: an event may come to another thread before it returns.
  const auto before = watched(file, other, event->data.u64, STEWARD_TOUCH);
  const int result = real_epoll_ctl(file, operation, other, event);
  if (result == 0) return result;
  if (before) watched(file, other, *before, STEWARD_TOUCH);
  else watched_no_more(file, other, STEWARD_TOUCH);
  return result;
}

STEWARD_FAMILY(int, epoll_wait, (int file, epoll_event* events, int most, int limit)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return told(use, real_epoll_wait(file, events, most, limit), events, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, epoll_pwait,
               (int file, epoll_event* events, int most, int limit, const sigset_t* set)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return told(use, real_epoll_pwait(file, events, most, limit, set), events, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, epoll_pwait2,
               (int file, epoll_event* events, int most, const timespec* limit,
                const sigset_t* set)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return told(use, real_epoll_pwait2(file, events, most, limit, set), events, STEWARD_TOUCH);
}
