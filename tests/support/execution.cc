#include "support/execution.h"

#include <algorithm>

namespace steward::oracle {
namespace {

// An end without a begin changes nothing.
void step_region(int& depth, bool begin) {
  if (begin) ++depth;
  else if (depth > 0) --depth;
}

bool speaks_about_memory(EventKind kind) {
  return kind == EventKind::alloc || kind == EventKind::clear || kind == EventKind::copy;
}

const Held* find(const Locks& locks, LockId lock) {
  for (const Held& held : locks) {
    if (held.lock == lock) return &held;
  }
  return nullptr;
}

}  // namespace

Execution::Execution(std::span<const Event> events) : events_(events), steps_(events.size()) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    const auto carried = carried_.find(e.thread);
    Step& step = steps_[i];
    step.thread = carried == carried_.end() ? e.thread : carried->second;
    step.counts = attribute(e, step.thread);
    if (!step.counts) continue;
    Locks& held = held_[step.thread];
    step.locks = held;
    if (is_lock_operation(e.kind)) follow_locks(e, held);
    largest_lockset_ = std::max(largest_lockset_, held.size());
  }
}

bool Execution::attribute(const Event& e, ThreadId thread) {
  if (e.kind == EventKind::switch_identity) {
    carried_[e.thread] = e.other();
    return false;
  }
  Regions& regions = regions_[thread];
  if (e.kind == EventKind::untracked_begin || e.kind == EventKind::untracked_end) {
    const bool begin = e.kind == EventKind::untracked_begin;
    if (e.untracked != Untracked::synchronization) step_region(regions.accesses, begin);
    if (e.untracked != Untracked::accesses) step_region(regions.synchronization, begin);
    return false;
  }
  if (speaks_about_memory(e.kind)) return true;
  return steward::is_access(e.kind) ? regions.accesses == 0 : regions.synchronization == 0;
}

void Execution::follow_locks(const Event& e, Locks& held) {
  switch (e.kind) {
    case EventKind::acquire: held.push_back({e.lock(), LockMode::exclusive}); break;
    case EventKind::acquire_shared: held.push_back({e.lock(), LockMode::shared}); break;
    default: std::erase_if(held, [&](const Held& h) { return h.lock == e.lock(); }); break;
  }
}

bool protect(const Locks& a, const Locks& b) {
  for (const Held& mine : a) {
    const Held* theirs = find(b, mine.lock);
    if (theirs == nullptr) continue;
    if (mine.mode == LockMode::exclusive || theirs->mode == LockMode::exclusive) return true;
  }
  return false;
}

bool contained(const Locks& locks, const Locks& other) { return difference(locks, other).empty(); }

std::vector<LockId> difference(const Locks& locks, const Locks& other) {
  std::vector<LockId> rest;
  for (const Held& mine : locks) {
    const Held* theirs = find(other, mine.lock);
    if (theirs == nullptr || theirs->mode < mine.mode) rest.push_back(mine.lock);
  }
  return rest;
}

}  // namespace steward::oracle
