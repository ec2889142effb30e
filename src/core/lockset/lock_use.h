// Who has a lock right now, and whether what is done with it next is allowed.
#pragma once

#include <cstdint>
#include <optional>

#include "core/event/types.h"

namespace steward {

enum class Misuse : std::uint8_t {
  none,
  double_lock,             // the thread waits for itself
  read_lock_of_own_write,  // the same, as a reader
  unlock_of_unlocked,      // nobody has it
  unlock_by_another,       // somebody else does
  read_unlock_of_write,    // a writer leaves as a reader
  destroyed_while_locked,
};

// What a lock makes of mistakes.
struct LockNature {
  bool recursive = false;  // its writer may take it again
  bool checks = false;     // refuses, with an error, what would be misuse
  bool lasts = false;      // needs no construction, and goes on behind its destruction
  bool made = false;       // it was said that it does need construction
};

// Readers are counted, not known: who leaves is believed to have come.
class LockUse {
 public:
  // About to wait for it, for as long as it takes. `reads`: the thread has it as a reader.
  Misuse want(ThreadId t, LockMode mode, bool reads, LockNature nature) const {
    if (nature.checks) return Misuse::none;
    if (depth_ > 0 && owner_ == t && !nature.recursive)
      return mode == LockMode::exclusive ? Misuse::double_lock : Misuse::read_lock_of_own_write;
    return reads && mode == LockMode::exclusive ? Misuse::double_lock : Misuse::none;
  }
  // Says that it has got it, which nobody can while there is a writer.
  Misuse got(LockMode mode) const {
    if (depth_ == 0) return Misuse::none;
    return mode == LockMode::exclusive ? Misuse::double_lock : Misuse::read_lock_of_own_write;
  }
  // Has got it. A writer who died with it is forgotten.
  void take(ThreadId t, LockMode mode, std::uint32_t times = 1) {
    if (mode == LockMode::shared) {
      readers_ += times;
      return;
    }
    depth_ = depth_ > 0 && owner_ == t ? depth_ + times : times;
    owner_ = t;
  }
  // Gives it up, or tries to: `as` says in which mode, if it is said at all. A writer who gives up
  // all at once does so for a wait.
  Misuse give(ThreadId t, std::optional<LockMode> as, LockNature nature, bool all = false) {
    if (depth_ > 0 && owner_ == t) {
      depth_ = all ? 0 : depth_ - 1;
      return as == LockMode::shared ? Misuse::read_unlock_of_write : Misuse::none;
    }
    if (nature.checks) return Misuse::none;  // refused: it stays as it is
    if (depth_ > 0) {
      depth_ = 0;
      return Misuse::unlock_by_another;
    }
    if (readers_ == 0 || as == LockMode::exclusive) return Misuse::unlock_of_unlocked;
    --readers_;
    return Misuse::none;
  }
  Misuse destroy() const {
    return depth_ > 0 || readers_ > 0 ? Misuse::destroyed_while_locked : Misuse::none;
  }
  // The writer, while there is one.
  std::optional<ThreadId> writer() const {
    return depth_ > 0 ? std::optional<ThreadId>(owner_) : std::nullopt;
  }

 private:
  ThreadId owner_;
  std::uint32_t depth_ = 0;
  std::uint32_t readers_ = 0;
};

}  // namespace steward
