// What becomes of all that is known of memory whose life a run-time system or an allocator rules:
// the accesses, and what else the runtime keeps by address. None of it is an access.
#pragma once

#include "runtime/control/events.h"
#include "runtime/control/lock_events.h"

namespace steward {

// What was here is gone, and what will be here is something else.
void forget_history(const Scope& scope, AddressRange range);
// The bytes at `from` are also known at `to`.
void copy_history(const Scope& scope, Address from, AddressRange to);
// What was at `from` is at `to`, as memmove() moves bytes.
void move_history(const Scope& scope, Address from, AddressRange to);

// A block begins its life here, by the thread and at the place of the scope.
void begin_block(const Scope& scope, AddressRange range);
// Its owner gives it back: a write of all of it. Known as freed until its memory is used again.
void end_block(const Scope& scope, AddressRange range);

}  // namespace steward
