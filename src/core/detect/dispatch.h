// Feeds a detector with the events of a trace: whose event it is, what locks its thread holds, and
// then one call of the detector's.
#pragma once

#include "base/heap.h"
#include "core/detect/finding.h"
#include "core/event/attribution.h"
#include "core/event/event.h"
#include "core/lockset/lockset.h"
#include "core/policy/policy.h"

namespace steward {

template <class Detector>
class Dispatcher {
 public:
  Dispatcher(Heap& heap, Detector& detector)
      : detector_(detector), attribution_(heap), locksets_(heap), threads_(heap) {}

  // REQUIRES: well-formed traces, events in order.
  void operator()(const Event& e, EventIndex index) {
    const auto thread = attribution_.attribute(e);
    if (thread) handle(e, *thread, index);
  }

  // The locks behind the numbers in TraceOrigins.
  const Locksets& locksets() const { return locksets_; }

 private:
  using Thread = typename Detector::Thread;

  struct State {
    State() = default;
    explicit State(Heap&) {}
    State(ThreadId i, Thread* t, const Lockset* l) : id(i), thread(t), locks(l) {}
    ThreadId id;
    Thread* thread = nullptr;  // the detector's
    const Lockset* locks = nullptr;
  };

  // A thread's state; those used last are found without a look into the table.
  State& state_of(ThreadId id) {
    State*& recent = recent_[id.value() % kRecent];
    if (recent != nullptr && recent->id == id) return *recent;
    State& state = threads_.get(id);
    if (state.thread == nullptr) state = {id, &detector_.thread(id), locksets_.empty()};
    recent = &state;
    return state;
  }
  void handle(const Event& e, ThreadId id, EventIndex index) {
    State& state = state_of(id);
    Thread& t = *state.thread;
    if (is_access(e.kind)) {
      return handle_access(e, t, {index, access_kind(e.kind), e.range, e.site, state.locks->id()});
    }
    switch (e.kind) {
      case EventKind::fence: return detector_.fence(t, e.order);
      case EventKind::acquire: return acquire(state, e.lock(), LockMode::exclusive);
      case EventKind::acquire_shared: return acquire(state, e.lock(), LockMode::shared);
      case EventKind::release: return release(state, e.lock(), LockMode::exclusive);
      case EventKind::release_shared: return release(state, e.lock(), LockMode::shared);
      case EventKind::fork: return detector_.fork(t, e.other());
      case EventKind::end: return detector_.end(t);
      case EventKind::join: return join(t, e.other());
      case EventKind::wait: return detector_.wait(t, e.condition(), e.wait_lock());
      case EventKind::signal: return detector_.signal(t, e.condition());
      case EventKind::wake: return detector_.wake(t, e.condition());
      case EventKind::send: return detector_.send(t, e.message());
      case EventKind::receive: return detector_.receive(t, e.message());
      case EventKind::alloc: return detector_.alloc(e.range);
      case EventKind::clear: return detector_.clear(e.range);
      case EventKind::copy: return detector_.copy(e.copy_from(), e.range);
      default: return;  // start says nothing that fork has not said
    }
  }
  void handle_access(const Event& e, Thread& t, TraceOrigin origin) {
    switch (e.kind) {
      case EventKind::read: return detector_.read(t, e.range, origin);
      case EventKind::write: return detector_.write(t, e.range, origin);
      case EventKind::free: return detector_.free(t, e.range, origin);
      case EventKind::atomic_load:
        return detector_.atomic_load(t, e.range, e.order, e.store_age, origin);
      case EventKind::atomic_store: return detector_.atomic_store(t, e.range, e.order, origin);
      case EventKind::atomic_rmw: return detector_.atomic_rmw(t, e.range, e.order, origin);
      default: return;
    }
  }
  void acquire(State& state, LockId lock, LockMode mode) {
    state.locks = locksets_.with(state.locks, lock, mode);
    detector_.acquire(*state.thread, lock, mode);
  }
  void release(State& state, LockId lock, LockMode mode) {
    state.locks = locksets_.without(state.locks, lock);
    detector_.release(*state.thread, lock, mode);
  }
  void join(Thread& t, ThreadId child) {
    recent_[child.value() % kRecent] = nullptr;
    threads_.erase(child);
    detector_.join(t, child);
  }

  static constexpr std::size_t kRecent = 64;

  Detector& detector_;
  Attribution attribution_;
  Locksets locksets_;
  Table<ThreadId, State, Sequential> threads_;
  State* recent_[kRecent] = {};
};

}  // namespace steward
