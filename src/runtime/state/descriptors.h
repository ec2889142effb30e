// File descriptors as channels: what is written to one orders whoever reads it afterwards.
//
// The two ends of a pipe are one channel, and so are copies of a descriptor. Which sockets talk to
// each other is not known, so all of them are one channel; the same goes for files. The standard
// streams are none: everybody writes to them, and means nothing by it.
//
// A channel lives as long as a descriptor, or a call at work on one, uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "core/policy/policy.h"
#include "runtime/state/watches.h"

namespace steward {

// What a descriptor is whose beginning was not seen.
struct FoundFile {
  enum class Kind { none, file, socket, pipe, other } kind = Kind::none;
  std::uint64_t number = 0;  // of a pipe: the same for both ends
};

// Thread safety: any thread may call anything. `gone(channel)` is called for each channel that
// nobody uses any more, `look(file)` returns the FoundFile of a descriptor.
class Descriptors {
 public:
  static constexpr ChannelId kNone{0};
  static constexpr ChannelId kSockets{1};
  static constexpr ChannelId kFiles{2};
  static constexpr ChannelId kSignals{3};  // descriptors that signals are read from

  explicit Descriptors(Heap& heap) : channels_(heap), users_(heap), pipes_(heap), watches_(heap) {}

  // A channel of its own; it ends with its last descriptor.
  ChannelId make() {
    const Hold hold(lock_);
    return ChannelId(++last_);
  }
  template <class Gone>
  void open(int file, ChannelId channel, Gone&& gone) {
    const Hold hold(lock_);
    set(file, channel, gone);
  }
  template <class Gone>
  void close(int file, Gone&& gone) {
    const Hold hold(lock_);
    remove(file, gone);
  }
  template <class Look, class Gone>
  void copy(int from, int to, Look&& look, Gone&& gone) {
    if (from == to) return;
    const Hold hold(lock_);
    set(to, known(from, look), gone);
  }

  // The channel of a descriptor, which will not end before done() with it is called: a blocked call
  // comes back from the channel it began with, whatever has become of the descriptor.
  template <class Look>
  ChannelId use(int file, Look&& look) {
    const Hold hold(lock_);
    const ChannelId channel = known(file, look);
    add_user(channel);
    return channel;
  }
  template <class Gone>
  void done(ChannelId channel, Gone&& gone) {
    const Hold hold(lock_);
    drop_user(channel, gone);
  }

  // The epoll descriptor `poller` watches `file`, and tells `told` with its events. What was told
  // with them before, if it was watched.
  template <class Look, class Gone>
  std::optional<std::uint64_t> watch(int poller, int file, std::uint64_t told, Look&& look,
                                     Gone&& gone) {
    const Hold hold(lock_);
    const ChannelId channel = known(file, look);
    add_user(channel);
    return ended(watches_.set(known(poller, look), file, {told, channel}), gone);
  }
  template <class Look, class Gone>
  std::optional<std::uint64_t> unwatch(int poller, int file, Look&& look, Gone&& gone) {
    const Hold hold(lock_);
    return ended(watches_.remove(known(poller, look), file), gone);
  }
  // The channels that an event may be about are added to `channels`: done() with each is to follow.
  void ready(ChannelId poller, std::uint64_t told, Vector<ChannelId>& channels) {
    const Hold hold(lock_);
    watches_.for_each(poller, told, [&](ChannelId channel) {
      add_user(channel);
      channels.push_back(channel);
    });
  }

 private:
  static constexpr int kStandard = 2;  // the last of the standard streams
  static bool is_own(ChannelId channel) { return channel > kSignals; }

  template <class Look>
  ChannelId known(int file, Look& look) {
    if (file < 0) return kNone;
    if (const ChannelId* channel = channels_.find(static_cast<std::uint32_t>(file)))
      return *channel;
    if (file <= kStandard) return kNone;
    const FoundFile found = look(file);
    const ChannelId channel = adopted(found);
    add_user(channel);
    channels_.insert_or_assign(static_cast<std::uint32_t>(file), channel);
    if (found.kind == FoundFile::Kind::pipe) pipes_.insert_or_assign(found.number, channel);
    return channel;
  }
  ChannelId adopted(const FoundFile& found) {
    switch (found.kind) {
      case FoundFile::Kind::none: return kNone;
      case FoundFile::Kind::file: return kFiles;
      case FoundFile::Kind::socket: return kSockets;
      case FoundFile::Kind::pipe:
        if (const ChannelId* channel = pipes_.find(found.number)) return *channel;
        break;
      case FoundFile::Kind::other: break;
    }
    return ChannelId(++last_);
  }
  template <class Gone>
  void set(int file, ChannelId channel, Gone& gone) {
    if (file < 0) return;
    add_user(channel);  // before the old one is given up: it may be the same
    remove(file, gone);
    channels_.insert_or_assign(static_cast<std::uint32_t>(file), channel);
  }
  template <class Gone>
  void remove(int file, Gone& gone) {
    const ChannelId* channel =
        file < 0 ? nullptr : channels_.find(static_cast<std::uint32_t>(file));
    if (channel == nullptr) return;
    const ChannelId old = *channel;
    channels_.erase(static_cast<std::uint32_t>(file));
    drop_user(old, gone);
  }
  void add_user(ChannelId channel) {
    if (is_own(channel)) ++users_.find_or_insert(channel, std::uint64_t{0});
  }
  template <class Gone>
  void drop_user(ChannelId channel, Gone& gone) {
    if (!is_own(channel)) return;
    std::uint64_t* const count = users_.find(channel);
    if (count == nullptr || --*count > 0) return;
    users_.erase(channel);
    forget_pipe(channel);
    gone(channel);
    watches_.end(channel, [&](ChannelId watched) { drop_user(watched, gone); });
  }
  template <class Gone>
  std::optional<std::uint64_t> ended(std::optional<Watches::Watch> watch, Gone& gone) {
    if (!watch) return std::nullopt;
    drop_user(watch->channel, gone);
    return watch->told;
  }
  void forget_pipe(ChannelId channel) {
    std::uint64_t number = 0;
    pipes_.for_each([&](std::uint64_t pipe, ChannelId& its) {
      if (its == channel) number = pipe;
    });
    if (number != 0) pipes_.erase(number);
  }

  SpinLock lock_;
  HashMap<std::uint32_t, ChannelId> channels_;  // by descriptor
  HashMap<ChannelId, std::uint64_t> users_;     // of channels of their own
  HashMap<std::uint64_t, ChannelId> pipes_;     // those whose beginning was not seen
  Watches watches_;
  std::uint64_t last_ = kSignals.value();
};

}  // namespace steward
