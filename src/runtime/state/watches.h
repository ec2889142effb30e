// What the program's epoll descriptors watch.
//
// An event of epoll does not say which descriptor it is about, only what the program asked to be
// told with it. So that is what descriptors are found by. Where the program tells the same with
// several, all of them are meant; where nothing is known by it, because the wish has changed in the
// meantime, all that the epoll descriptor watches.
#pragma once

#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/id.h"
#include "base/vector.h"

namespace steward {

using ChannelId = Id<struct ChannelTag, std::uint64_t>;

// Thread safety: none, the user locks.
class Watches {
 public:
  explicit Watches(Heap& heap) : heap_(heap), pollers_(heap) {}

  struct Watch {
    std::uint64_t told = 0;  // epoll_event::data
    ChannelId channel{0};
    friend bool operator==(const Watch&, const Watch&) = default;
  };

  // What `poller` watched by that descriptor before.
  std::optional<Watch> set(ChannelId poller, int file, Watch watch) {
    const auto before = remove(poller, file);
    Poller*& found = pollers_.find_or_insert(poller, nullptr);
    if (found == nullptr) found = heap_.create<Poller>(heap_);
    found->by_file.insert_or_assign(key(file), watch);
    found->by_told.find_or_insert(watch.told, heap_).push_back(watch.channel);
    return before;
  }
  std::optional<Watch> remove(ChannelId poller, int file) {
    Poller** const found = pollers_.find(poller);
    if (found == nullptr) return std::nullopt;
    const Watch* const watch = (*found)->by_file.find(key(file));
    if (watch == nullptr) return std::nullopt;
    const Watch removed = *watch;
    (*found)->by_file.erase(key(file));
    (*found)->remove(removed);
    return removed;
  }
  // f(channel) for each that an event which told that may be about.
  template <class F>
  void for_each(ChannelId poller, std::uint64_t told, F&& f) {
    Poller** const found = pollers_.find(poller);
    if (found == nullptr) return;
    if (const Vector<ChannelId>* channels = (*found)->by_told.find(told))
      for (const ChannelId channel : *channels) f(channel);
    else (*found)->by_file.for_each([&](std::uint32_t, const Watch& watch) { f(watch.channel); });
  }
  // The poller is gone; f(channel) for each watch that ends with it.
  template <class F>
  void end(ChannelId poller, F&& f) {
    Poller** const found = pollers_.find(poller);
    if (found == nullptr) return;
    Poller* const ended = *found;
    pollers_.erase(poller);
    ended->by_file.for_each([&](std::uint32_t, const Watch& watch) { f(watch.channel); });
    heap_.destroy(ended);
  }

 private:
  struct Poller {
    explicit Poller(Heap& heap) : by_file(heap), by_told(heap) {}
    void remove(const Watch& watch) {
      Vector<ChannelId>& channels = *by_told.find(watch.told);
      std::size_t at = 0;
      while (channels[at] != watch.channel) ++at;
      channels.erase(at);
      if (channels.empty()) by_told.erase(watch.told);
    }
    HashMap<std::uint32_t, Watch> by_file;
    HashMap<std::uint64_t, Vector<ChannelId>> by_told;
  };
  static std::uint32_t key(int file) { return static_cast<std::uint32_t>(file); }

  Heap& heap_;
  HashMap<ChannelId, Poller*> pollers_;
};

}  // namespace steward
