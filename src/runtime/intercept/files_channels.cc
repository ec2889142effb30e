#include "runtime/intercept/files_channels.h"

#include <sys/stat.h>

#include "runtime/control/events.h"
#include "runtime/platform/raw.h"

namespace steward {

MessageId message_of(ChannelId channel) {
  return MessageId(channel.value() | static_cast<std::uint64_t>(MessageUse::file) << 56);
}

namespace {

auto forget_in(Runtime& runtime) {
  return [&runtime](ChannelId channel) { runtime.detector.forget(message_of(channel)); };
}
FoundFile look(int file) {
  struct stat status = {};
  if (raw::failed(raw::call(SYS_fstat, file, reinterpret_cast<long>(&status)))) return {};
  using Kind = FoundFile::Kind;
  switch (status.st_mode & S_IFMT) {
    case S_IFREG: return {Kind::file, 0};
    case S_IFSOCK: return {Kind::socket, 0};
    case S_IFIFO: return {Kind::pipe, status.st_ino ^ status.st_dev << 48};
    case S_IFDIR: return {};
    default: return {Kind::other, 0};
  }
}

}  // namespace

int opened_own(int file, Touch touch) {
  if (const Scope scope(touch.counter()); scope && file >= 0) {
    Descriptors& all = scope.state().descriptors;
    all.open(file, all.make(), forget_in(scope.state()));
  }
  return file;
}
int opened_shared(int file, ChannelId channel, Touch touch) {
  if (const Scope scope(touch.counter()); scope && file >= 0)
    scope.state().descriptors.open(file, channel, forget_in(scope.state()));
  return file;
}
int opened_pair(int result, const int files[2], Touch touch) {
  if (result != 0) return result;
  if (const Scope scope(touch.counter()); scope) {
    Descriptors& all = scope.state().descriptors;
    const ChannelId channel = all.make();
    all.open(files[0], channel, forget_in(scope.state()));
    all.open(files[1], channel, forget_in(scope.state()));
  }
  touch.wrote(files, 2 * sizeof *files);
  return result;
}
int copied(int file, int copy, Touch touch) {
  if (const Scope scope(touch.counter()); scope && copy >= 0)
    scope.state().descriptors.copy(file, copy, look, forget_in(scope.state()));
  return copy;
}
void closing(int file, Touch touch) {
  sending(file, touch);
  if (const Scope scope(touch.counter()); scope)
    scope.state().descriptors.close(file, forget_in(scope.state()));
}
std::optional<std::uint64_t> watched(int poller, int file, std::uint64_t told, Touch touch) {
  const Scope scope(touch.counter());
  if (!scope) return std::nullopt;
  return scope.state().descriptors.watch(poller, file, told, look, forget_in(scope.state()));
}
void watched_no_more(int poller, int file, Touch touch) {
  if (const Scope scope(touch.counter()); scope)
    scope.state().descriptors.unwatch(poller, file, look, forget_in(scope.state()));
}

ChannelUse::ChannelUse(int file, Touch touch) : touch_(touch) {
  if (const Scope scope(touch_.counter()); scope)
    channel_ = scope.state().descriptors.use(file, look);
}
ChannelUse::~ChannelUse() {
  if (channel_ == Descriptors::kNone) return;
  if (const Scope scope(touch_.counter()); scope)
    scope.state().descriptors.done(channel_, forget_in(scope.state()));
}
void ChannelUse::send() const {
  if (channel_ == Descriptors::kNone) return;
  if (const Scope scope(touch_.counter()); scope) scope.send(message_of(channel_));
}
void ChannelUse::receive() const {
  if (channel_ == Descriptors::kNone) return;
  if (const Scope scope(touch_.counter()); scope) scope.receive(message_of(channel_));
}
void ChannelUse::receive_watched(std::uint64_t told) const {
  const Scope scope(touch_.counter());
  if (channel_ == Descriptors::kNone || !scope) return;
  Vector<ChannelId> channels(scope.state().heap);
  scope.state().descriptors.ready(channel_, told, channels);
  for (const ChannelId channel : channels) {
    if (channel != Descriptors::kNone) scope.receive(message_of(channel));
    scope.state().descriptors.done(channel, forget_in(scope.state()));
  }
}

}  // namespace steward
