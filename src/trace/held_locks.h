// Who holds which lock at one point of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/event/types.h"

namespace steward {

// Remembers held locks only, so it stays as small as the program's nesting.
class HeldLocks {
 public:
  struct Holder {
    ThreadId thread;
    ThreadId carrier;  // that acquired it
    LockMode mode;
    std::uint32_t nested[2] = {0, 0};  // recursive acquires not yet released, by mode
  };
  enum class Release : std::uint8_t { real, nested, not_held };

  // If `thread` holds the lock in any mode, counts a recursive acquire and returns true.
  bool acquire_again(LockId lock, ThreadId thread, LockMode mode);
  // Takes the lock away from one other thread that cannot hold it beside an acquire in `mode`.
  std::optional<Holder> take_from_other(LockId lock, LockMode mode);
  void acquire(LockId lock, const Holder& holder) { holders_[lock.value()].push_back(holder); }
  // The hold ends with the release in its own mode that no recursive acquire in this mode matches.
  Release release(LockId lock, ThreadId thread, LockMode mode);

 private:
  Holder* find(LockId lock, ThreadId thread);
  void remove(LockId lock, std::size_t position);

  std::unordered_map<std::uint64_t, std::vector<Holder>> holders_;
};

}  // namespace steward
