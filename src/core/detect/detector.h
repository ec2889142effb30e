// What all detectors have in common: how they are made, and how they speak.
//
// A detector is a class template over a memory policy with these members; core/detect/dispatch.h
// feeds it a trace. `Thread` is its state of one (language) thread.
//
//   Thread& thread(ThreadId)
//   void read(Thread&, AddressRange, Origin), write, free
//   void atomic_load(Thread&, AddressRange, MemoryOrder, std::size_t store_age, Origin)
//   void atomic_store(Thread&, AddressRange, MemoryOrder, Origin), atomic_rmw
//   void fence(Thread&, MemoryOrder)
//   void acquire(Thread&, LockId, LockMode), release
//   void fork(Thread&, ThreadId), join;  void end(Thread&)
//   void wait(Thread&, ConditionId, LockId);  void signal(Thread&, ConditionId), wake
//   void send(Thread&, MessageId), receive
//   void alloc(AddressRange), clear(AddressRange);  void copy(Address from, AddressRange to)
//   void prefetch(Address);  and, where cells point to more, prefetch_behind(Address) some time
//   later
#pragma once

#include <cstddef>

#include "base/function_ref.h"
#include "base/heap.h"
#include "core/detect/finding.h"

namespace steward {

// Called at the second access of a race, before it counts as having happened. Live, by the thread
// that is about to access, with the location held: it may not come back into the detector.
template <class Policy>
using Report = FunctionRef<void(const BasicFinding<typename Policy::Origin>&)>;

// What the history of a location is after a race there.
enum class AfterRace : bool {
  record,  // the access happened and counts, as in a run without a race
  refuse,  // the access is thought not to have happened: nothing changes
};

struct DetectorOptions {
  AfterRace after_race = AfterRace::record;
  // How many stores back an atomic load can read (Event::store_age).
  std::size_t max_store_age = 0;
};

}  // namespace steward
