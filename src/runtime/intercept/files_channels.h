// File descriptors as channels: what is written to one orders whoever reads it afterwards.
//
// The two ends of a pipe are one channel, and so are copies of a descriptor. Which sockets talk to
// each other is not known, so all of them are one channel; the same goes for files. The standard
// streams are none: everybody writes to them, and means nothing by it.
#pragma once

#include <cstdint>

#include "runtime/intercept/memory_family.h"

namespace steward {

enum class Channel : std::uint32_t { unknown, none, sockets, files, first_own = 16 };

// A channel that nothing else uses.
Channel own_channel();
// Returns the descriptor, which may be -1.
int opened(int file, Channel channel);
int copied(int file, int copy);

// Before something is sent: orders whoever gets it.
void sending(int file, Touch touch);
// After something was received.
void receiving(int file, Touch touch);
// Before it is closed: that, too, is something the other side notices; the number may come again.
void closing(int file, Touch touch);

}  // namespace steward
