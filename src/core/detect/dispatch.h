// Feeds a detector with the events of a trace: whose event it is, what locks its thread holds, and
// then one call of the detector's.
#pragma once

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/detect/finding.h"
#include "core/event/attribution.h"
#include "core/event/event.h"
#include "core/lockset/lockset.h"

namespace steward {

template <class Detector>
class Dispatcher {
 public:
  Dispatcher(Heap& heap, Detector& detector)
      : detector_(detector), attribution_(heap), locksets_(heap), held_(heap) {}

  // REQUIRES: well-formed traces, events in order.
  void operator()(const Event& e, EventIndex index) {
    const auto thread = attribution_.attribute(e);
    if (thread) handle(e, *thread, index);
  }

  // The locks behind the numbers in TraceOrigins.
  const Locksets& locksets() const { return locksets_; }

 private:
  using Thread = typename Detector::Thread;

  void handle(const Event& e, ThreadId id, EventIndex index) {
    Thread& t = detector_.thread(id);
    if (is_access(e.kind)) return handle_access(e, t, origin_of(e, id, index));
    switch (e.kind) {
      case EventKind::fence: return detector_.fence(t, e.order);
      case EventKind::acquire: return acquire(t, id, e.lock(), LockMode::exclusive);
      case EventKind::acquire_shared: return acquire(t, id, e.lock(), LockMode::shared);
      case EventKind::release: return release(t, id, e.lock(), LockMode::exclusive);
      case EventKind::release_shared: return release(t, id, e.lock(), LockMode::shared);
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
      case EventKind::atomic_load: return detector_.atomic_load(t, e.range, e.order, e.store_age, origin);
      case EventKind::atomic_store: return detector_.atomic_store(t, e.range, e.order, origin);
      case EventKind::atomic_rmw: return detector_.atomic_rmw(t, e.range, e.order, origin);
      default: return;
    }
  }
  TraceOrigin origin_of(const Event& e, ThreadId id, EventIndex index) const {
    const Lockset* const* held = held_.empty() ? nullptr : held_.find(id);
    const LocksetId locks = held == nullptr ? LocksetId() : (*held)->id();
    return {index, access_kind(e.kind), e.range, e.site, locks};
  }
  void acquire(Thread& t, ThreadId id, LockId lock, LockMode mode) {
    const Lockset*& held = held_.find_or_insert(id, locksets_.empty());
    held = locksets_.with(held, lock, mode);
    detector_.acquire(t, lock, mode);
  }
  void release(Thread& t, ThreadId id, LockId lock, LockMode mode) {
    const Lockset*& held = held_.find_or_insert(id, locksets_.empty());
    held = locksets_.without(held, lock);
    detector_.release(t, lock, mode);
  }
  void join(Thread& t, ThreadId child) {
    held_.erase(child);
    detector_.join(t, child);
  }

  Detector& detector_;
  Attribution attribution_;
  Locksets locksets_;
  HashMap<ThreadId, const Lockset*> held_;
};

}  // namespace steward
