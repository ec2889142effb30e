// Phase two of a prediction: what phase one has found to be worth a close look (see
// channel/plan.h), to be found again in this execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "channel/plan.h"
#include "core/event/types.h"
#include "runtime/state/whereabouts.h"

namespace steward {

// Thread safety: never changes once it is made.
class Plan {
 public:
  // From the file at `path`, unless that is null. If there is none that can be understood, nothing
  // is planned.
  Plan(Heap& heap, const char* path);

  // Only these are to be watched. REQUIRES: nothing is planned.
  void watch_only(std::span<const channel::PlanEntry> entries);

  // Whether only some locations are to be watched.
  bool selects() const { return selects_; }
  // No thread is expected to hold more locks than that.
  std::size_t lock_bound() const { return lock_bound_; }
  bool has_channels() const { return has_channels_; }
  bool is_channel(const channel::PlanEntry& lock) const {
    bool found = false;
    for_each(channel::PlanRole::channel, lock.place, {lock.module, lock.site},
             [&](const channel::PlanEntry& entry) {
               found |= lock.place == channel::Place::unknown || entry.size == 0 ||
                        (lock.stride == entry.stride && lock.offset - entry.offset < entry.size);
             });
    return found;
  }
  // f(AddressRange) for each part to be watched of an object that begins or was made at `site`, and
  // has elements so large, if it is known to be an array.
  template <class F>
  void for_each_part(channel::Place place, ModulePlace site, AddressRange object,
                     std::uint64_t element, F&& f) const {
    for_each(channel::PlanRole::watch, place, site, [&](const channel::PlanEntry& entry) {
      if (entry.size == 0) return f(object);
      if (entry.stride == 0 && entry.size != 0 && entry.offset + entry.size <= object.size)
        return f(AddressRange{object.begin + entry.offset, entry.size});
      if (entry.stride != element) return;
      if (element != 0 && object.size / element > kMostElements) return f(object);
      for (std::uint64_t at = entry.offset; at < object.size; at += element) {
        const std::uint64_t rest = object.size - at;
        f(AddressRange{object.begin + at, entry.size < rest ? entry.size : rest});
        if (element == 0) return;
      }
    });
  }
  // Whether any object of that kind can have such parts.
  bool watches(channel::Place place) const {
    return (places_ & 1u << static_cast<unsigned>(place)) != 0;
  }

 private:
  struct Key {
    channel::PlanRole role;
    channel::Place place;
    std::uint64_t module, site;
    std::uint64_t hash() const {
      return mix_bits(module + site * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(place) * 2 +
                      static_cast<std::uint64_t>(role));
    }
    friend bool operator==(const Key&, const Key&) = default;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // Of a larger array all is watched: to mark parts of each would take longer.
  static constexpr std::uint64_t kMostElements = 4096;

  void add(const channel::PlanEntry& entry);
  template <class F>
  void for_each(channel::PlanRole role, channel::Place place, ModulePlace at, F&& f) const {
    const std::uint32_t* const first = first_.find({role, place, at.module, at.offset});
    for (std::uint32_t i = first == nullptr ? kNone : *first; i != kNone; i = next_[i])
      f(entries_[i]);
  }

  Vector<channel::PlanEntry> entries_;
  HashMap<Key, std::uint32_t> first_;  // of those with the same key, and
  Vector<std::uint32_t> next_;         // the one after each
  std::size_t lock_bound_ = SIZE_MAX;
  std::uint32_t places_ = 0;
  bool selects_ = false;
  bool has_channels_ = false;
};

}  // namespace steward
