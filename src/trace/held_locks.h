// Who holds which lock at one point of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/event/types.h"

namespace steward {

// Remembers held locks, so it stays as small as the program's nesting, and whose release is still
// to come though it has no meaning any more.
class HeldLocks {
 public:
  struct Holder {
    ThreadId thread;
    ThreadId carrier;  // that acquired it
    LockMode mode;
    std::uint32_t nested[2] = {0, 0};  // recursive acquires not yet released, by mode
  };
  enum class Release : std::uint8_t {
    real,      // the hold ends
    nested,    // matches a recursive acquire
    not_held,  // nothing ends: held in the other mode, held by others, or already ended
    unseen,    // nobody holds it in a mode that excludes this: its acquire is not in the trace
  };

  // If an acquire in `mode` is an upgrade of the thread's shared hold, ends that hold and returns
  // true.
  bool give_up_for_upgrade(LockId lock, ThreadId thread, LockMode mode);
  // If `thread` holds the lock in any mode, counts a recursive acquire and returns true.
  bool acquire_again(LockId lock, ThreadId thread, LockMode mode);
  // One that holds the lock so that nobody else can have it in `mode`.
  std::optional<Holder> excluding(LockId lock, LockMode mode) const;
  void acquire(LockId lock, const Holder& holder);
  // Ends a hold before its release came; that release will have no meaning.
  void take_from(LockId lock, ThreadId thread);
  // The acquire that the next release by `thread` belongs to was left out, or is released already.
  void ignore_release(LockId lock, ThreadId thread) {
    ignored_[lock.value()].insert(thread.value());
  }
  struct Hold {
    LockId lock;
    Holder holder;
  };
  // What `thread` holds, in the order of the locks' numbers.
  std::vector<Hold> held_by(ThreadId thread) const;
  // The hold ends with the release in its own mode that no recursive acquire in this mode matches.
  Release release(LockId lock, ThreadId thread, LockMode mode);

 private:
  Holder* find(LockId lock, ThreadId thread);
  void remove(LockId lock, const Holder* holder);
  // Whether there was one to ignore.
  bool forget_ignored(LockId lock, ThreadId thread);

  std::unordered_map<std::uint64_t, std::vector<Holder>> holders_;
  std::unordered_map<std::uint64_t, std::unordered_set<std::uint32_t>> ignored_;
};

}  // namespace steward
