// One step of an execution: what the instrumented program, a trace or a test says happened.
//
// The kinds and their meaning are those of docs/algorithms.md, "Events". Which kind counts for
// which detector is settled there too; an Event itself only states facts.
#pragma once

#include <cstdint>

#include "core/event/types.h"

namespace steward {

enum class EventKind : std::uint8_t {
  read,
  write,
  atomic_load,
  atomic_store,
  atomic_rmw,
  fence,
  acquire,  // of a lock, exclusively; a recursive acquire is no event
  release,
  acquire_shared,
  release_shared,
  fork,    // thread starts `other`
  start,   // first event of a forked thread; may be left out
  end,     // last event of a thread; may be left out
  join,    // thread has waited for the end of `other`
  wait,    // begins to wait on a condition, having used `lock` with it
  signal,  // to all threads then waiting on the condition
  wake,    // the wait is over, whatever ended it
  send,
  receive,
  alloc,
  free,
  clear,            // forget the history of a range
  copy,             // a range's history replaces another's
  switch_identity,  // from here on this carrier's events are those of thread `other`
  untracked_begin,
  untracked_end,
};
inline constexpr int kEventKinds = static_cast<int>(EventKind::untracked_end) + 1;

// What an untracked region drops.
enum class Untracked : std::uint8_t { accesses = 1, synchronization = 2, both = 3 };

// An event. `thread` is the carrier that performed it: after switch_identity the dispatcher counts
// it as the language thread it carries. Build one with the functions below; read operands only by
// the accessor that its kind has.
struct Event {
  EventKind kind = EventKind::read;
  MemoryOrder order = MemoryOrder::relaxed;  // atomics and fences
  Untracked untracked = Untracked::both;     // untracked_begin, untracked_end
  // atomic_load: which store it read, counted back from the latest (0). A load that reads past the
  // oldest store known got the initial value.
  std::uint8_t store_age = 0;
  ThreadId thread;
  SiteId site;
  std::uint32_t reserved = 0;
  AddressRange range;         // accesses, alloc, free, clear; copy: the destination
  std::uint64_t operand = 0;  // by kind: see the accessors

  ThreadId other() const {
    return ThreadId(static_cast<std::uint32_t>(operand));
  }                                                                 // fork, join, switch_identity
  LockId lock() const { return LockId(operand); }                   // acquire*, release*
  MessageId message() const { return MessageId(operand); }          // send, receive
  ConditionId condition() const { return ConditionId(operand); }    // wait, signal, wake
  LockId wait_lock() const { return LockId(range.begin.value()); }  // wait
  Address copy_from() const { return Address(operand); }            // copy

  friend bool operator==(const Event&, const Event&) = default;
};

constexpr bool is_access(EventKind kind) {
  return kind <= EventKind::atomic_rmw || kind == EventKind::free;
}
constexpr bool is_atomic(EventKind kind) {
  return kind >= EventKind::atomic_load && kind <= EventKind::atomic_rmw;
}
constexpr bool is_lock_operation(EventKind kind) {
  return kind >= EventKind::acquire && kind <= EventKind::release_shared;
}
constexpr bool has_range(EventKind kind) {
  return kind <= EventKind::atomic_rmw || (kind >= EventKind::alloc && kind <= EventKind::copy);
}
constexpr bool names_thread(EventKind kind) {
  return kind == EventKind::fork || kind == EventKind::join || kind == EventKind::switch_identity;
}
constexpr bool has_order(EventKind kind) { return is_atomic(kind) || kind == EventKind::fence; }

// REQUIRES: is_access(kind).
constexpr AccessKind access_kind(EventKind kind) {
  switch (kind) {
    case EventKind::read: return AccessKind::read;
    case EventKind::atomic_load: return AccessKind::atomic_read;
    case EventKind::atomic_store:
    case EventKind::atomic_rmw: return AccessKind::atomic_write;
    case EventKind::free: return AccessKind::free;
    default: return AccessKind::write;
  }
}

// The name of a kind in messages and text formats, for example "atomic_load".
const char* name_of(EventKind kind);
const char* name_of(MemoryOrder order);

// Events by kind. `site` is where in the program it happened.
namespace event {

inline Event on_range(EventKind kind, ThreadId t, AddressRange range, SiteId site = {}) {
  Event e;
  e.kind = kind, e.thread = t, e.range = range, e.site = site;
  return e;
}
inline Event on_object(EventKind kind, ThreadId t, std::uint64_t operand, SiteId site = {}) {
  Event e;
  e.kind = kind, e.thread = t, e.operand = operand, e.site = site;
  return e;
}
inline Event read(ThreadId t, AddressRange r, SiteId s = {}) {
  return on_range(EventKind::read, t, r, s);
}
inline Event write(ThreadId t, AddressRange r, SiteId s = {}) {
  return on_range(EventKind::write, t, r, s);
}
inline Event atomic(EventKind kind, ThreadId t, AddressRange r, MemoryOrder order, SiteId s = {},
                    std::uint8_t store_age = 0) {
  Event e = on_range(kind, t, r, s);
  e.order = order, e.store_age = store_age;
  return e;
}
inline Event fence(ThreadId t, MemoryOrder order, SiteId s = {}) {
  Event e = on_object(EventKind::fence, t, 0, s);
  e.order = order;
  return e;
}
inline Event acquire(ThreadId t, LockId l, LockMode mode = LockMode::exclusive, SiteId s = {}) {
  const auto kind = mode == LockMode::exclusive ? EventKind::acquire : EventKind::acquire_shared;
  return on_object(kind, t, l.value(), s);
}
inline Event release(ThreadId t, LockId l, LockMode mode = LockMode::exclusive, SiteId s = {}) {
  const auto kind = mode == LockMode::exclusive ? EventKind::release : EventKind::release_shared;
  return on_object(kind, t, l.value(), s);
}
inline Event fork(ThreadId t, ThreadId child, SiteId s = {}) {
  return on_object(EventKind::fork, t, child.value(), s);
}
inline Event start(ThreadId t, SiteId s = {}) { return on_object(EventKind::start, t, 0, s); }
inline Event end(ThreadId t, SiteId s = {}) { return on_object(EventKind::end, t, 0, s); }
inline Event join(ThreadId t, ThreadId child, SiteId s = {}) {
  return on_object(EventKind::join, t, child.value(), s);
}
inline Event wait(ThreadId t, ConditionId c, LockId used_with, SiteId s = {}) {
  Event e = on_object(EventKind::wait, t, c.value(), s);
  e.range.begin = Address(used_with.value());
  return e;
}
inline Event signal(ThreadId t, ConditionId c, SiteId s = {}) {
  return on_object(EventKind::signal, t, c.value(), s);
}
inline Event wake(ThreadId t, ConditionId c, SiteId s = {}) {
  return on_object(EventKind::wake, t, c.value(), s);
}
inline Event send(ThreadId t, MessageId m, SiteId s = {}) {
  return on_object(EventKind::send, t, m.value(), s);
}
inline Event receive(ThreadId t, MessageId m, SiteId s = {}) {
  return on_object(EventKind::receive, t, m.value(), s);
}
inline Event alloc(ThreadId t, AddressRange r, SiteId s = {}) {
  return on_range(EventKind::alloc, t, r, s);
}
inline Event free(ThreadId t, AddressRange r, SiteId s = {}) {
  return on_range(EventKind::free, t, r, s);
}
inline Event clear(ThreadId t, AddressRange r, SiteId s = {}) {
  return on_range(EventKind::clear, t, r, s);
}
inline Event copy(ThreadId t, Address from, AddressRange to, SiteId s = {}) {
  Event e = on_range(EventKind::copy, t, to, s);
  e.operand = from.value();
  return e;
}
inline Event switch_identity(ThreadId carrier, ThreadId to, SiteId s = {}) {
  return on_object(EventKind::switch_identity, carrier, to.value(), s);
}
inline Event untracked_begin(ThreadId t, Untracked what, SiteId s = {}) {
  Event e = on_object(EventKind::untracked_begin, t, 0, s);
  e.untracked = what;
  return e;
}
inline Event untracked_end(ThreadId t, Untracked what, SiteId s = {}) {
  Event e = on_object(EventKind::untracked_end, t, 0, s);
  e.untracked = what;
  return e;
}

}  // namespace event
}  // namespace steward
