// The threads of the program: who made whom, who is who.
#pragma once

#include <cstdint>
#include <optional>
#include <pthread.h>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "runtime/state/thread.h"

namespace steward {

// Thread safety: any thread may call anything.
class Threads {
 public:
  explicit Threads(Heap& heap) : heap_(heap), states_(heap), by_handle_(heap) {}

  ThreadState& make(Contexts& contexts, LockChains& chains, Origins& origins) {
    const Hold hold(lock_);
    ThreadState* t = heap_.create<ThreadState>(heap_, ThreadId(next_++), contexts, chains, origins);
    states_.insert_or_assign(t->id, t);
    return *t;
  }
  // Its handle is known: others may join it by that.
  void started(ThreadState& t, pthread_t handle) {
    const Hold hold(lock_);
    t.handle = handle;
    by_handle_.insert_or_assign(static_cast<std::uint64_t>(handle), t.id);
  }
  // Whom a join of `handle` joined; the handle may name another thread from then on.
  std::optional<ThreadId> joined(pthread_t handle) {
    const Hold hold(lock_);
    const ThreadId* id = by_handle_.find(static_cast<std::uint64_t>(handle));
    if (id == nullptr) return std::nullopt;
    const ThreadId joined = *id;
    by_handle_.erase(static_cast<std::uint64_t>(handle));
    return joined;
  }
  std::optional<ThreadId> find(pthread_t handle) {
    const Hold hold(lock_);
    const ThreadId* id = by_handle_.find(static_cast<std::uint64_t>(handle));
    return id == nullptr ? std::nullopt : std::optional<ThreadId>(*id);
  }
  // Its state is given back. REQUIRES: `t` is not used any more by anybody.
  void forget(ThreadState& t) {
    const Hold hold(lock_);
    states_.erase(t.id);
    heap_.destroy(&t);
  }
  // f(state) for each that has not been forgotten.
  template <class F>
  void for_each(F&& f) {
    const Hold hold(lock_);
    states_.for_each([&](const ThreadId&, ThreadState*& t) { f(*t); });
  }

 private:
  Heap& heap_;
  SpinLock lock_;
  HashMap<ThreadId, ThreadState*> states_;
  HashMap<std::uint64_t, ThreadId> by_handle_;
  std::uint32_t next_ = 0;
};

}  // namespace steward
