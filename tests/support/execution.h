// A trace read plainly: whose event each one is, whether it counts, and which locks were held.
//
// This is the ground the oracles stand on. It deliberately repeats what the detectors' own
// dispatcher, clocks and lock tables do, in the plainest way there is: a mistake made there must
// not be made here by the same code.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "core/event/event.h"

namespace steward::oracle {

struct Held {
  LockId lock;
  LockMode mode;
  friend bool operator==(const Held&, const Held&) = default;
};
using Locks = std::vector<Held>;

// Rules of attribution:
// - A carrier carries itself until its first switch; every other event is one of the language
//   thread that its carrier carries at that moment.
// - Untracked regions belong to a language thread and nest, separately for accesses and
//   synchronization. Inside, accesses (atomics and free among them) or, respectively, locks,
//   fences, messages, conditions, fork, start, end and join do not count.
// - alloc, clear and copy always count: they are what a run-time system says about memory, mostly
//   from inside such a region. Switches and region marks themselves are no events of any thread.
class Execution {
 public:
  explicit Execution(std::span<const Event> events);

  std::size_t size() const { return events_.size(); }
  const Event& event(std::size_t i) const { return events_[i]; }
  ThreadId thread(std::size_t i) const { return steps_[i].thread; }
  bool counts(std::size_t i) const { return steps_[i].counts; }
  bool is_access(std::size_t i) const { return counts(i) && steward::is_access(event(i).kind); }

  // What thread(i) held when event i happened; an acquire does not hold its own lock yet.
  const Locks& locks(std::size_t i) const { return steps_[i].locks; }
  std::size_t largest_lockset() const { return largest_lockset_; }

 private:
  struct Step {
    ThreadId thread;
    bool counts = false;
    Locks locks;
  };
  struct Regions {
    int accesses = 0;
    int synchronization = 0;
  };

  bool attribute(const Event& e, ThreadId thread);
  void follow_locks(const Event& e, Locks& held);

  std::span<const Event> events_;
  std::vector<Step> steps_;
  std::map<ThreadId, ThreadId> carried_;
  std::map<ThreadId, Regions> regions_;
  std::map<ThreadId, Locks> held_;
  std::size_t largest_lockset_ = 0;
};

// They share a lock that at least one side holds exclusively.
bool protect(const Locks& a, const Locks& b);

// L is contained in `other`: each of its locks is there in at least the same mode.
bool contained(const Locks& locks, const Locks& other);

// The locks of `locks` that `other` lacks or holds only more weakly.
std::vector<LockId> difference(const Locks& locks, const Locks& other);

}  // namespace steward::oracle
