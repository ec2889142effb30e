// What the interposed functions of file descriptors say (see state/descriptors.h).
#pragma once

#include <optional>

#include "core/event/types.h"
#include "runtime/intercept/memory_family.h"
#include "runtime/state/descriptors.h"

namespace steward {

// Each returns the descriptor, which may be -1 and then is none.
int opened_own(int file, Touch touch);  // with a channel that nothing else uses
int opened_shared(int file, ChannelId channel, Touch touch);
int copied(int file, int copy, Touch touch);
// Two descriptors that are one channel, if `result` is 0, which is returned. They were written.
int opened_pair(int result, const int files[2], Touch touch);

// Before it is closed: that is something the other side notices; the number may come again.
void closing(int file, Touch touch);

// The epoll descriptor `poller` watches `file`, and tells `told` with its events, or watches it no
// more. What it told before, if it did.
std::optional<std::uint64_t> watched(int poller, int file, std::uint64_t told, Touch touch);
void watched_no_more(int poller, int file, Touch touch);

// A call at work on a descriptor.
class ChannelUse {
 public:
  ChannelUse(int file, Touch touch);
  ~ChannelUse();
  ChannelUse(const ChannelUse&) = delete;
  ChannelUse& operator=(const ChannelUse&) = delete;

  // Before something is sent: orders whoever gets it.
  void send() const;
  // After something was received.
  void receive() const;
  // Of an epoll descriptor: after it told of an event.
  void receive_watched(std::uint64_t told) const;

 private:
  const Touch touch_;
  ChannelId channel_;
};

// What whoever uses the channel says.
MessageId message_of(ChannelId channel);

inline void sending(int file, Touch touch) { ChannelUse(file, touch).send(); }

}  // namespace steward
