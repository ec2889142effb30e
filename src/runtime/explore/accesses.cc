#include "runtime/explore/accesses.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/explore/scene.h"
#include "runtime/explore/stand_in.h"
#include "runtime/intercept/memory_plain.h"
#include "runtime/state/runtime.h"

namespace steward {

constinit CodeFilter watched_code;
constinit AddressFilter tracked_addresses;
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

constexpr StatementId kTracks{channel::kTracker};

// How many accesses the calling thread may have made when it has none left.
thread_local constinit std::int64_t accesses_given = 0;

// Whether the access that comes is the very next one after a write that was a turn.
bool is_next_after_write(const Seat& me) {
  return me.last_write.was_one && me.last_write.accesses_left - 1 == accesses_left;
}
void set_accesses_left(std::int32_t count) {
  accesses_given += count - accesses_left;
  accesses_left = count;
}
// Nothing else changes by that.
void set_accesses_left(Seat& me, std::int32_t count) {
  me.last_write.accesses_left += count - accesses_left;
  set_accesses_left(count);
}

// The first bytes of a range.
void look_at(AddressRange range, std::uint64_t (&words)[2]) {
  words[0] = words[1] = 0;
  plain::copy(words, reinterpret_cast<const void*>(range.begin.value()),
              std::min<std::uint64_t>(range.size, sizeof words));
}
// Whether a write has not happened yet, as far as that shows.
bool is_unchanged(const LastWrite& write) {
  std::uint64_t now[2];
  look_at(write.range, now);
  return now[0] == write.before[0] && now[1] == write.before[1];
}

// The compiler says of `x = y` that x is written before it says that y is read, and does both
// after that: nobody can come in between. In a loop a read comes after a write as well, but stands
// before it in the code. A call of memcpy says both itself.
bool completes_copy(const Seat& me, AccessKind kind, AddressRange range, StatementId statement,
                    std::uint64_t counter) {
  const LastWrite& write = me.last_write;
  if (!write.was_one || kind != AccessKind::read) return false;
  if (counter == write.counter && write.accesses_left == accesses_left) return true;
  if (!is_next_after_write(me) || counter <= write.counter || range.overlaps(write.range))
    return false;
  if (statement != kNoStatement && write.statement == statement) return true;
  return write.range.size == range.size && is_unchanged(write);
}

void take_turn(Seat& me, bool idle, std::uint64_t counter) {
  Operation operation = operation_on(OperationKind::turn, nullptr, 0);
  operation.idle = idle;
  the_controller->pass(me, operation, counter);
}

// An access behind that which it was to stop after, unless that is still to come.
void stop(Seat& me, std::uint64_t counter) {
  if (is_next_after_write(me) && is_unchanged(me.last_write)) return set_accesses_left(me, 1);
  me.stops_next = false;
  if (me.slice_left > 0) set_accesses_left(me, std::exchange(me.slice_left, 0));
  take_turn(me, false, counter);
}

}  // namespace

void been_at_work(const void* address, std::size_t size, std::uint64_t counter) {
  Seat* const me = controlled_seat();
  if (me == nullptr) {
    set_accesses_left(kSlice);
    return;
  }
  if (me->stops_next) return stop(*me, counter);
  // It was only called to put memory in order, and has.
  if (me->slice_left > 0) {
    set_accesses_left(*me, std::exchange(me->slice_left, 0));
    return;
  }
  // It is about to do what it has said (see completes_copy).
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

void enter_at_next_access(Seat& me) {
  if (me.slice_left > 0 || accesses_left <= 1) return;
  me.slice_left = accesses_left - 1;
  set_accesses_left(me, 1);
}

std::uint64_t accesses_made() { return static_cast<std::uint64_t>(accesses_given - accesses_left); }

Noticed before_access(AccessKind kind, AddressRange range, LiveOrigin origin) {
  Runtime* const state = runtime();
  if (the_controller == nullptr || state == nullptr || current_thread->seat == nullptr) return {};
  const std::uint64_t counter = state->origins.at(origin.number()).counter;
  StatementId statement = the_scene().statements.at(counter);
  Adversary& adversary = the_scene().adversary();
  const bool finds = statement == kTracks && kind != AccessKind::free;
  if (statement == kTracks || the_scene().is_out_of_place(*current_thread, range))
    statement = kNoStatement;
  Seat& me = *current_thread->seat;
  const bool completes = completes_copy(me, kind, range, statement, counter);
  // What is to be copied has not been yet.
  if (finds && !completes) adversary.find(range);
  const Noticed noticed{statement != kNoStatement || the_scene().checks_all(),
                        the_scene().is_disturbed() && adversary.tracks(range)};
  if (statement == kNoStatement && !noticed.is_tracked) return noticed;
  Operation operation;
  operation.kind = OperationKind::access;
  operation.statement = statement;
  operation.access = kind;
  operation.bytes = range;
  me.origin = origin;
  me.last_write = {kind == AccessKind::write, statement, counter, accesses_left, range, {}};
  if (completes) return noticed;
  the_controller->pass(me, operation, counter);
  if (me.stops_next) enter_at_next_access(me);
  if (kind == AccessKind::write) look_at(range, me.last_write.before);
  me.spins.did_something();
  return noticed;
}

void before_atomic(const volatile void* address, std::size_t size, AccessKind kind,
                   std::uint64_t counter) {
  Seat* const me = controlled_seat();
  if (me == nullptr || size == 0) return;
  ++accesses_given;
  Operation operation = operation_on(OperationKind::atomic, address, size, kind);
  operation.statement = the_scene().statements.at(counter);
  if (operation.statement == kTracks) operation.statement = kNoStatement;
  if (operation.statement != kNoStatement) {
    ThreadState& t = *me->thread;
    const Busy busy(t);
    me->origin =
        t.origins.number_of({kind, operation.bytes, counter, t.calls.context(), t.locks.chain()});
  }
  me->value = value_at(address, size);
  operation.idle = me->spins.repeats(counter, reinterpret_cast<std::uint64_t>(address), me->value);
  the_controller->pass(*me, operation, counter);
  if (me->stops_next) enter_at_next_access(*me);
  me->value = value_at(address, size);
}

void after_atomic(const volatile void* address, std::size_t size) {
  Seat* const me = controlled_seat();
  if (me != nullptr && size != 0 && value_at(address, size) != me->value) me->spins.did_something();
}

std::size_t atomic_loads(const AtomicOperation& operation, void* loaded) {
  if (the_controller == nullptr || current_thread->seat == nullptr) return 0;
  WeakAtomics& atomics = the_scene().atomics();
  if (!atomics.wanted()) return 0;
  const std::size_t age = atomics.load(*current_thread->seat, operation, loaded);
  if (atomics.counts().choices > 0) the_scene().had_choice();
  return age;
}
void frames_left() {
  ThreadState& t = *current_thread;
  if (the_controller == nullptr || !the_scene().adversary().has_found_any() || t.busy != 0 ||
      t.seat == nullptr || !the_controller->has_turn(*t.seat))
    return;
  const Busy busy(t);
  the_scene().adversary().leave_frames(t.stack, t.calls.frame());
}
void atomic_stores(const AtomicOperation& operation) {
  if (the_controller != nullptr && the_scene().atomics().wanted())
    the_scene().atomics().store(operation);
}
void atomic_stored(AddressRange range) {
  if (the_controller != nullptr && the_scene().atomics().wanted())
    the_scene().atomics().stored(range);
}

}  // namespace steward
