// What a thread is about to do, as far as a scheduler cares.
#pragma once

#include <cstdint>

#include "core/event/types.h"

namespace steward {

enum class OperationKind : std::uint8_t {
  begin,  // its first step
  turn,   // nothing that others could see: it has been at work for long
  access,
  atomic,
  acquire,
  release,
  wait,
  signal,
  create,
  join,
  sleep,
  outside,  // comes back from where nobody could see it
};

// A statement of the program that is watched, by its place in the list of them.
using StatementId = Id<struct StatementTag, std::uint32_t>;
inline constexpr StatementId kNoStatement{0};

struct Operation {
  OperationKind kind = OperationKind::begin;
  // If it is an access at a watched statement.
  StatementId statement = kNoStatement;
  AccessKind access = AccessKind::write;
  // It repeats what the thread did before, without any effect: it waits for others to do something.
  bool idle = false;
  // It may wait for a lock, or the like, while the thread holds another one.
  bool nested = false;
  // What it is about: memory, or the object that is there. Never decides anything by its value, as
  // addresses may differ from run to run.
  AddressRange bytes;
  // The same, by a name that is equal in every run.
  std::uint64_t object = 0;
};

// Whether it matters which of the two comes first.
constexpr bool depend(const Operation& a, const Operation& b) {
  return a.bytes.overlaps(b.bytes) && (is_write(a.access) || is_write(b.access));
}

// Whether a deadlock could come of it.
constexpr bool wants_another_lock(const Operation& next) {
  return next.kind == OperationKind::acquire && next.nested;
}

// Whether two threads that are about to do this stand at a race.
constexpr bool race(const Operation& a, const Operation& b) {
  return a.statement != kNoStatement && b.statement != kNoStatement && a.bytes.overlaps(b.bytes) &&
         kinds_conflict(a.access, b.access);
}

}  // namespace steward
