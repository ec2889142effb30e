#include "runtime/intercept/files_channels.h"

#include <atomic>
#include <unistd.h>

#include "runtime/control/events.h"

namespace steward {
namespace {

// By descriptor; of those above, each number is its own channel.
constexpr int kKnown = 1 << 16;
constinit std::atomic<Channel> channels[kKnown] = {};
constinit std::atomic<std::uint32_t> next_own = static_cast<std::uint32_t>(Channel::first_own);

Channel channel_of(int file) {
  if (file < 0 || file >= kKnown) return Channel::unknown;
  const Channel known = channels[file].load(std::memory_order_relaxed);
  return known == Channel::unknown && file <= STDERR_FILENO ? Channel::none : known;
}
// Descriptors whose beginning was not seen have their number; it cannot be mistaken for a channel.
MessageId message_of(int file, Channel channel) {
  constexpr std::uint64_t kByNumber = std::uint64_t{1} << 40;
  const std::uint64_t number = channel == Channel::unknown
                                   ? kByNumber + static_cast<std::uint32_t>(file)
                                   : static_cast<std::uint64_t>(channel);
  return message_at(reinterpret_cast<const void*>(number), MessageUse::file);
}

}  // namespace

Channel own_channel() { return Channel(next_own.fetch_add(1, std::memory_order_relaxed)); }

int opened(int file, Channel channel) {
  if (file >= 0 && file < kKnown) channels[file].store(channel, std::memory_order_relaxed);
  return file;
}
int copied(int file, int copy) { return copy < 0 ? copy : opened(copy, channel_of(file)); }

void sending(int file, Touch touch) {
  const Channel channel = channel_of(file);
  if (channel == Channel::none) return;
  if (const Scope scope(touch.counter()); scope) scope.send(message_of(file, channel));
}
void receiving(int file, Touch touch) {
  const Channel channel = channel_of(file);
  if (channel == Channel::none) return;
  if (const Scope scope(touch.counter()); scope) scope.receive(message_of(file, channel));
}
void closing(int file, Touch touch) {
  sending(file, touch);
  opened(file, Channel::unknown);
}

}  // namespace steward
