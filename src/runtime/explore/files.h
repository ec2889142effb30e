// Calls that the kernel answers, perhaps only when another process has done something: they are
// made when they will not block. Until then the others go on.
#pragma once

#include <cerrno>
#include <cstdint>
#include <poll.h>

#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"

namespace steward {

inline bool has_events(const pollfd* files, std::uint64_t count) {
  return raw::call(SYS_poll, reinterpret_cast<long>(files), static_cast<long>(count), 0) != 0;
}

inline Operation outside() { return operation_on(OperationKind::outside, nullptr, 0); }

inline bool has_waited(const Turn& turn, const Wait& wait) {
  if (turn.await_or_end(outside(), wait) || !turn.was_interrupted()) return true;
  errno = EINTR;
  return false;
}

// Waits until one event of `file` has come, or its time. An error is an event, too. False, and
// errno says so, if a signal came before.
inline bool await_file(const Turn& turn, int file, short events,
                       Interruption interruption = Interruption::unless_restarted,
                       VirtualTime until = kNever) {
  pollfd asked = {file, events, 0};
  Wait wait;
  wait.over = [](const Wait& w) {
    pollfd copy = *static_cast<const pollfd*>(w.object);
    return has_events(&copy, 1);
  };
  wait.object = &asked;
  wait.until = until;
  wait.outside = true;
  wait.interruption = interruption;
  wait.what = "something from outside";
  return has_waited(turn, wait);
}

}  // namespace steward
