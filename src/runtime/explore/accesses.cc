#include "runtime/explore/accesses.h"

#include <cstring>

#include "runtime/explore/scene.h"
#include "runtime/explore/stand_in.h"
#include "runtime/state/runtime.h"

namespace steward {

constinit CodeFilter watched_code;
thread_local constinit std::int32_t accesses_left = 0;

namespace {

// Long enough to cost nothing, short enough for a thread that waits for a plain variable.
constexpr std::int32_t kSlice = 20'000;
// Of one that only spins.
constexpr std::int32_t kShortSlice = 200;
// So many accesses in a row that were made before, and found the same: then it spins.
constexpr int kSpin = 32;
constexpr int kLookedAt = 64;

// While a thread is looked at, to see whether it spins: how many accesses so far, how many of the
// last of them were made before.
struct Inspection {
  int accesses = 0;
  int repeated = 0;
};
thread_local constinit Inspection inspection;

std::uint64_t value_at(const volatile void* address, std::size_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<const void*>(address), size < sizeof value ? size : sizeof value);
  return value;
}

// Whether the access that comes is the very next one after a watched write.
bool is_next_after_write(const Seat& me) {
  return me.last_write != kNoStatement && me.accesses_then - 1 == accesses_left;
}
// Nothing else changes by that.
void set_accesses_left(Seat& me, std::int32_t count) {
  me.accesses_then += count - accesses_left;
  accesses_left = count;
}

void take_turn(Seat& me, bool idle, std::uint64_t counter) {
  Operation operation = operation_on(OperationKind::turn, nullptr, 0);
  operation.idle = idle;
  the_controller->pass(me, operation, counter);
}

}  // namespace

void been_at_work(const void* address, std::size_t size, std::uint64_t counter) {
  Seat* const me = controlled_seat();
  if (me == nullptr) {
    accesses_left = kSlice;
    return;
  }
  // It is about to do what it has said (see same_copy below).
  if (is_next_after_write(*me)) {
    set_accesses_left(*me, 1);
    return;
  }
  Inspection& now = inspection;
  const bool repeats =
      me->spins.repeats(counter, reinterpret_cast<std::uint64_t>(address), value_at(address, size));
  now.repeated = repeats ? now.repeated + 1 : 0;
  if (++now.accesses < kLookedAt && now.repeated < kSpin) {
    set_accesses_left(*me, 1);
    return;
  }
  const bool spins = now.repeated >= kSpin;
  now = {};
  me->spins.did_something();
  set_accesses_left(*me, spins ? kShortSlice : kSlice);
  take_turn(*me, spins, counter);
}

bool before_access(AccessKind kind, AddressRange range, LiveOrigin origin) {
  Runtime* const state = runtime();
  if (the_controller == nullptr || state == nullptr || current_thread->seat == nullptr)
    return false;
  const std::uint64_t counter = state->origins.at(origin.number()).counter;
  const StatementId statement = the_scene().statements.at(counter);
  if (statement == kNoStatement) return false;
  Seat& me = *current_thread->seat;
  Operation operation;
  operation.kind = OperationKind::access;
  operation.statement = statement;
  operation.access = kind;
  operation.bytes = range;
  me.origin = origin;
  // The compiler says of `x = y` that x is written before it says that y is read, and does both
  // after that: nobody can come in between. In a loop a read comes after a write as well, but
  // stands before it in the code. A call of memcpy says both itself.
  const bool same_call = counter == me.last_write_counter && me.accesses_then == accesses_left;
  const bool same_copy =
      me.last_write == statement && kind == AccessKind::read &&
      (same_call || (is_next_after_write(me) && counter > me.last_write_counter));
  me.last_write = kind == AccessKind::write ? statement : kNoStatement;
  me.last_write_counter = counter;
  me.accesses_then = accesses_left;
  if (same_copy) return true;
  the_controller->pass(me, operation, counter);
  me.spins.did_something();
  return true;
}

void before_atomic(const volatile void* address, std::size_t size, AccessKind kind,
                   std::uint64_t counter) {
  Seat* const me = controlled_seat();
  if (me == nullptr || size == 0) return;
  Operation operation = operation_on(OperationKind::atomic, address, size, kind);
  operation.statement = the_scene().statements.at(counter);
  if (operation.statement != kNoStatement) {
    ThreadState& t = *me->thread;
    const Busy busy(t);
    me->origin =
        t.origins.number_of({kind, operation.bytes, counter, t.calls.context(), t.locks.chain()});
  }
  me->value = value_at(address, size);
  operation.idle = me->spins.repeats(counter, reinterpret_cast<std::uint64_t>(address), me->value);
  the_controller->pass(*me, operation, counter);
  me->value = value_at(address, size);
}

void after_atomic(const volatile void* address, std::size_t size) {
  Seat* const me = controlled_seat();
  if (me != nullptr && size != 0 && value_at(address, size) != me->value) me->spins.did_something();
}

}  // namespace steward
