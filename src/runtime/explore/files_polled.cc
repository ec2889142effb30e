// Waiting until descriptors are ready.
#include <cstring>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include "runtime/explore/files.h"

using namespace steward;

namespace {

STEWARD_BEHIND(poll);
STEWARD_BEHIND(ppoll);
STEWARD_BEHIND(select);
STEWARD_BEHIND(pselect);
STEWARD_BEHIND(epoll_wait);
STEWARD_BEHIND(epoll_pwait);

VirtualTime after_milliseconds(const Turn& turn, int limit) {
  if (limit < 0) return kNever;
  return turn.control().clock().after({limit / 1000, static_cast<long>(limit % 1000) * 1'000'000});
}
VirtualTime after(const Turn& turn, const timespec* limit) {
  return limit == nullptr ? kNever : turn.control().clock().after(*limit);
}

bool await_files(const Turn& turn, const pollfd* files, nfds_t count, VirtualTime until) {
  Wait wait;
  // Asked anew, it says the same of each: what it writes down now is of no harm.
  wait.over = [](const Wait& w) {
    return has_events(static_cast<const pollfd*>(w.object), w.value);
  };
  wait.object = files;
  wait.value = count;
  wait.until = until;
  wait.outside = count > 0;
  wait.interruption = Interruption::always;
  wait.what = "something from outside";
  return has_waited(turn, wait);
}

int controlled_poll(pollfd* files, nfds_t count, int limit) {
  const Turn turn;
  if (!turn) return behind_poll(files, count, limit);
  if (!await_files(turn, files, count, after_milliseconds(turn, limit))) return -1;
  return behind_poll(files, count, 0);
}
int controlled_ppoll(pollfd* files, nfds_t count, const timespec* limit, const sigset_t* mask) {
  const Turn turn;
  if (!turn) return behind_ppoll(files, count, limit, mask);
  if (mask != nullptr)
    return turn.while_away([&] { return behind_ppoll(files, count, limit, mask); });
  if (!await_files(turn, files, count, after(turn, limit))) return -1;
  return behind_poll(files, count, 0);
}

struct Sets {
  int count;
  const fd_set* asked[3];
};
bool is_selected(const Wait& wait) {
  const Sets& sets = *static_cast<const Sets*>(wait.object);
  fd_set copies[3];
  fd_set* given[3] = {};
  for (int i = 0; i < 3; ++i) {
    if (sets.asked[i] == nullptr) continue;
    copies[i] = *sets.asked[i];
    given[i] = &copies[i];
  }
  const timespec now = {};
  return raw::call(SYS_pselect6, sets.count, reinterpret_cast<long>(given[0]),
                   reinterpret_cast<long>(given[1]), reinterpret_cast<long>(given[2]),
                   reinterpret_cast<long>(&now)) != 0;
}
bool await_sets(const Turn& turn, int count, const fd_set* reading, const fd_set* writing,
                const fd_set* others, VirtualTime until) {
  const Sets sets{count, {reading, writing, others}};
  Wait wait;
  wait.over = is_selected;
  wait.object = &sets;
  wait.until = until;
  wait.outside = count > 0;
  wait.interruption = Interruption::always;
  wait.what = "something from outside";
  return has_waited(turn, wait);
}

int controlled_select(int count, fd_set* reading, fd_set* writing, fd_set* others, timeval* limit) {
  const Turn turn;
  if (!turn) return behind_select(count, reading, writing, others, limit);
  VirtualTime until = kNever;
  if (limit != nullptr) {
    const timespec fine = {limit->tv_sec, limit->tv_usec * 1'000};
    until = after(turn, &fine);
  }
  if (!await_sets(turn, count, reading, writing, others, until)) return -1;
  timeval now = {};
  return behind_select(count, reading, writing, others, &now);
}
int controlled_pselect(int count, fd_set* reading, fd_set* writing, fd_set* others,
                       const timespec* limit, const sigset_t* mask) {
  const Turn turn;
  if (!turn) return behind_pselect(count, reading, writing, others, limit, mask);
  if (mask != nullptr)
    return turn.while_away(
        [&] { return behind_pselect(count, reading, writing, others, limit, mask); });
  if (!await_sets(turn, count, reading, writing, others, after(turn, limit))) return -1;
  const timespec now = {};
  return behind_pselect(count, reading, writing, others, &now, nullptr);
}

int controlled_epoll_wait(int file, epoll_event* events, int most, int limit) {
  const Turn turn;
  if (!turn) return behind_epoll_wait(file, events, most, limit);
  if (!await_file(turn, file, POLLIN, Interruption::always, after_milliseconds(turn, limit)))
    return -1;
  return behind_epoll_wait(file, events, most, 0);
}
int controlled_epoll_pwait(int file, epoll_event* events, int most, int limit,
                           const sigset_t* mask) {
  const Turn turn;
  if (!turn) return behind_epoll_pwait(file, events, most, limit, mask);
  if (mask != nullptr)
    return turn.while_away([&] { return behind_epoll_pwait(file, events, most, limit, mask); });
  if (!await_file(turn, file, POLLIN, Interruption::always, after_milliseconds(turn, limit)))
    return -1;
  return behind_epoll_wait(file, events, most, 0);
}
STEWARD_STANDS_IN(poll);
STEWARD_STANDS_IN(ppoll);
STEWARD_STANDS_IN(select);
STEWARD_STANDS_IN(pselect);
STEWARD_STANDS_IN(epoll_wait);
STEWARD_STANDS_IN(epoll_pwait);

}  // namespace
