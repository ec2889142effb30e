// The threads of the program: who made whom, who is who.
#pragma once

#include <cstdint>
#include <optional>
#include <pthread.h>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "runtime/platform/raw.h"
#include "runtime/state/thread.h"

namespace steward {

// Thread safety: any thread may call anything.
class Threads {
 public:
  explicit Threads(Heap& heap) : heap_(heap), states_(heap), by_handle_(heap), system_ids_(heap) {}

  ThreadState& make(Contexts& contexts, LockChains& chains, Origins& origins) {
    const Hold hold(lock_);
    static_assert(sizeof(ThreadState) > Heap::kZeroedFrom, "see RecentOrigins");
    ThreadState* t = heap_.create<ThreadState>(heap_, ThreadId(next_++), contexts, chains, origins);
    states_.insert_or_assign(t->id, t);
    return *t;
  }
  // Called by the thread itself: its handle is known, and others may join it by that.
  void started(ThreadState& t, pthread_t handle) {
    const Hold hold(lock_);
    t.handle = handle;
    if (system_ids_.size() <= t.id.value()) system_ids_.resize(t.id.value() + 1, 0);
    system_ids_[t.id.value()] = static_cast<std::uint32_t>(raw::call(SYS_gettid));
    by_handle_.insert_or_assign(static_cast<std::uint64_t>(handle), {t.id, t.created, t.joinable});
  }
  // A join of `handle` has joined `id`; the handle may name another thread by now.
  void joined(pthread_t handle, ThreadId id) {
    const Hold hold(lock_);
    const Known* known = by_handle_.find(static_cast<std::uint64_t>(handle));
    if (known != nullptr && known->id == id) by_handle_.erase(static_cast<std::uint64_t>(handle));
  }
  // How the system calls it; 0 if it never ran. Also of one that has ended.
  std::uint32_t system_id(ThreadId id) {
    const Hold hold(lock_);
    return id.value() < system_ids_.size() ? system_ids_[id.value()] : 0;
  }
  bool is_running(ThreadId id) {
    const Hold hold(lock_);
    return states_.find(id) != nullptr;
  }
  // Nobody has to join it any more.
  void detached(pthread_t handle) {
    const Hold hold(lock_);
    if (Known* known = by_handle_.find(static_cast<std::uint64_t>(handle))) known->joinable = false;
  }
  // It has come to its end, and may still have to be joined.
  void ended(const ThreadState& t) {
    const Hold hold(lock_);
    Known* known = by_handle_.find(static_cast<std::uint64_t>(t.handle));
    if (known != nullptr && known->id == t.id) known->ended = true;
  }
  // A thread that ended and was never joined, though somebody had to.
  struct Leaked {
    ThreadId id;
    ThreadPlace created;
  };
  template <class F>
  void for_each_leaked(F&& f) {
    const Hold hold(lock_);
    by_handle_.for_each([&](std::uint64_t, const Known& known) {
      if (known.joinable && known.ended) f(Leaked{known.id, known.created});
    });
  }
  std::optional<ThreadId> find(pthread_t handle) {
    const Hold hold(lock_);
    const Known* known = by_handle_.find(static_cast<std::uint64_t>(handle));
    return known == nullptr ? std::nullopt : std::optional<ThreadId>(known->id);
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
  struct Known {
    ThreadId id;
    ThreadPlace created;
    bool joinable = false;
    bool ended = false;
  };
  HashMap<std::uint64_t, Known> by_handle_;
  Vector<std::uint32_t> system_ids_;  // by number
  std::uint32_t next_ = 0;
};

}  // namespace steward
