// Things that belong to objects, outside of the heap: they do not move, and die when their object
// has died.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "managed/collector.h"
#include "managed/spin_lock.h"

namespace managed {

template <class T>
class WeakTable {
 public:
  // Number 0 is never given.
  std::uint32_t add(Object* owner) {
    const std::lock_guard hold(lock_);
    std::uint32_t index;
    if (unused_.empty()) {
      index = static_cast<std::uint32_t>(entries_.size());
      entries_.emplace_back();
    } else {
      index = unused_.back();
      unused_.pop_back();
    }
    entries_[index].owner = owner;
    return index + 1;
  }
  // REQUIRES: nobody has used it.
  void remove(std::uint32_t number) {
    const std::lock_guard hold(lock_);
    entries_[number - 1].owner = nullptr;
    unused_.push_back(number - 1);
  }
  T& at(std::uint32_t number) {
    const std::lock_guard hold(lock_);
    return entries_[number - 1].thing;
  }

  // gone(T&) for each whose object did not survive. REQUIRES: the world is stopped.
  template <class F>
  void after_collection(Roots::Survivor survivor, F&& gone) {
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (entry.owner == nullptr) continue;
      entry.owner = survivor(entry.owner);
      if (entry.owner != nullptr) continue;
      gone(entry.thing);
      unused_.push_back(i);
    }
  }

 private:
  struct Entry {
    Object* owner = nullptr;
    T thing{};
  };
  SpinLock lock_;
  std::deque<Entry> entries_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace managed
