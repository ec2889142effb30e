// Threads as detectors see them that know locks and nothing else: `lockset` and `simple-paper`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/event/types.h"
#include "core/lockset/lockset.h"
#include "core/policy/policy.h"

namespace steward {

template <class Policy>
class LocksetThreads {
 public:
  struct Thread {
    explicit Thread(Heap&) {}
    ThreadId id;
    Slot slot;  // never reused: without an order every thread stays a party
    const Lockset* locks = nullptr;
  };

  explicit LocksetThreads(Heap& heap) : locksets_(heap), ids_(heap), threads_(heap) {}

  Thread& thread(ThreadId id) {
    Thread& t = threads_.get(id);
    if (t.locks != nullptr) return t;
    t.id = id;
    t.locks = locksets_.with([](Locksets& sets) { return sets.empty(); });
    t.slot = ids_.with([&](Vector<ThreadId>& ids) {
      ids.push_back(id);
      return Slot(static_cast<std::uint32_t>(ids.size() - 1));
    });
    return t;
  }

  void acquire(Thread& t, LockId lock, LockMode mode) {
    t.locks = locksets_.with([&](Locksets& sets) { return sets.with(t.locks, lock, mode); });
  }
  void release(Thread& t, LockId lock, LockMode) {
    t.locks = locksets_.with([&](Locksets& sets) { return sets.without(t.locks, lock); });
  }

  void fence(Thread&, MemoryOrder) {}
  void fork(Thread&, ThreadId) {}
  void end(Thread&) {}
  void join(Thread&, ThreadId) {}
  void wait(Thread&, ConditionId, LockId) {}
  void signal(Thread&, ConditionId) {}
  void wake(Thread&, ConditionId) {}
  void send(Thread&, MessageId) {}
  void receive(Thread&, MessageId) {}

 protected:
  ThreadId thread_at(Slot slot) {
    return ids_.with([&](const Vector<ThreadId>& ids) { return ids[slot.value()]; });
  }

  Shared<Locksets, Policy> locksets_;

 private:
  Shared<Vector<ThreadId>, Policy> ids_;  // by slot
  Table<ThreadId, Thread, Policy> threads_;
};

}  // namespace steward
