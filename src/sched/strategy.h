// Who runs next: the one question of a controlled execution, and all chance in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/event/types.h"
#include "sched/operation.h"

namespace steward {

// A thread that could go on, and what it would do.
struct Candidate {
  ThreadId thread;
  Operation next;
};

// A point of an execution at which somebody has to be chosen.
struct Moment {
  std::span<const Candidate> enabled;  // in the order of their numbers, at least one
  ThreadId current;                    // who was at work until now; perhaps not enabled
  std::uint64_t step = 0;              // how many choices were made before
  // Others sleep, or wait with a short limit, or for something from outside: kLetTimePass is an
  // answer as well, and one of them may be enabled at the next moment.
  bool time_can_pass = false;

  // Where a thread stands among the enabled; their number if it is not one of them.
  std::size_t place_of(ThreadId thread) const {
    std::size_t place = 0;
    while (place < enabled.size() && enabled[place].thread != thread) ++place;
    return place;
  }
};
inline constexpr std::size_t kLetTimePass = SIZE_MAX;

// One execution's worth of decisions. The same seed and the same moments give the same decisions.
class Strategy {
 public:
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;

  // The index in moment.enabled of who goes on, or kLetTimePass.
  virtual std::size_t choose(const Moment& moment) = 0;
  // A number below `bound`, for what else is up to chance: which waiter is woken, what a random
  // device gives. REQUIRES: bound > 0.
  virtual std::uint64_t draw(std::uint64_t bound) = 0;

  // Whether what a thread waits for from outside counts as being there, asked before each choice.
  // `did`: what was said last; `is_there`: whether it really is: others may take it away again. A
  // repetition knows when it came and went; whoever hears too early that it is there waits for it.
  virtual bool counts_as_there(ThreadId, [[maybe_unused]] bool did, bool is_there) {
    return is_there;
  }
  // Whether it makes sense to wait for anything from outside now.
  virtual bool awaits_outside() { return true; }

 protected:
  Strategy() = default;
  ~Strategy() = default;
};

}  // namespace steward
