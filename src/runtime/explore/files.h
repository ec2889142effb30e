// Calls that the kernel answers, perhaps only when another process has done something: they are
// made when they will not block. Until then the others go on.
#pragma once

#include <cstdint>
#include <poll.h>

#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"

namespace steward {

inline bool has_events(const pollfd* files, std::uint64_t count) {
  return raw::call(SYS_poll, reinterpret_cast<long>(files), static_cast<long>(count), 0) != 0;
}

inline Operation outside() { return operation_on(OperationKind::outside, nullptr, 0); }

// Waits until one event of `file` has come. An error is one, too.
inline void await_file(const Turn& turn, int file, short events, VirtualTime until = kNever) {
  pollfd asked = {file, events, 0};
  Wait wait;
  wait.over = [](const Wait& w) {
    pollfd copy = *static_cast<const pollfd*>(w.object);
    return has_events(&copy, 1);
  };
  wait.object = &asked;
  wait.until = until;
  wait.outside = true;
  wait.what = "something from outside";
  turn.await_or_end(outside(), wait);
}

}  // namespace steward
