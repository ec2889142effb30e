// <steward/lard.h>: what a run-time system says of the program that it runs.
#include <atomic>
#include <cstddef>

#include "runtime/control/histories.h"
#include "runtime/control/identity.h"
#include "runtime/control/regions.h"
#include "runtime/platform/real.h"
#include "runtime/state/captured_clocks.h"

using namespace steward;

namespace {

using Anything = const volatile void*;
using ClockNumber = std::uintptr_t;

constexpr int kVersion = 1;
constexpr char kLockKind[] = "mutex";

Untracked kinds(int what) { return static_cast<Untracked>(what & 3); }
AddressRange bytes_at(Anything begin, std::size_t size) {
  return Scope::range_of(const_cast<const void*>(begin), size);
}
LockMode mode_if(int shared) { return shared != 0 ? LockMode::shared : LockMode::exclusive; }
CapturedClock* clock_of(ClockNumber number) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one
  return reinterpret_cast<CapturedClock*>(number);
}
MessageId new_message() {
  static constinit std::atomic<std::uint64_t> count = 0;
  return MessageId(++count | static_cast<std::uint64_t>(MessageUse::clock) << 56);
}

// In one number, for the program to keep.
std::uint64_t packed(Regions regions) {
  return std::uint64_t{regions.synchronization} << 32 | regions.accesses;
}
Regions unpacked(std::uint64_t number) {
  return {.accesses = static_cast<std::uint32_t>(number),
          .synchronization = static_cast<std::uint32_t>(number >> 32)};
}

}  // namespace

STEWARD_INTERPOSED int __steward_lard_version() { return runtime() != nullptr ? kVersion : 0; }

STEWARD_INTERPOSED void __steward_untracked_begin(int what) {
  if (const Scope scope(STEWARD_CALLER); scope)
    enter_regions(scope.thread(), regions_of(kinds(what)));
}
STEWARD_INTERPOSED void __steward_untracked_end(int what) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return;
  const Regions open = scope.thread().regions;
  Regions fewer = regions_of(kinds(what));
  if (open.accesses == 0) fewer.accesses = 0;
  if (open.synchronization == 0) fewer.synchronization = 0;
  leave_regions(scope.thread(), fewer);
}
STEWARD_INTERPOSED std::uint64_t __steward_tracked_begin(int what) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return 0;
  const Regions some = regions_of(kinds(what));
  const Regions open = scope.thread().regions;
  const Regions outside{.accesses = some.accesses * open.accesses,
                        .synchronization = some.synchronization * open.synchronization};
  leave_regions(scope.thread(), outside);
  return packed(outside);
}
STEWARD_INTERPOSED void __steward_tracked_end(std::uint64_t outside) {
  if (const Scope scope(STEWARD_CALLER); scope) enter_regions(scope.thread(), unpacked(outside));
}

STEWARD_INTERPOSED void __steward_acquire(Anything object) {
  const OutsideRegions all(current_thread);
  user_acquired(object, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __steward_release_store(Anything object) {
  const OutsideRegions all(current_thread);
  user_released_anew(object, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __steward_release_merge(Anything object) {
  const OutsideRegions all(current_thread);
  user_released(object, STEWARD_CALLER);
}

STEWARD_INTERPOSED ClockNumber __steward_clock_capture(ClockNumber onto) {
  const Statement scope(STEWARD_CALLER);
  if (!scope) return 0;
  const MessageId message = new_message();
  scope.send(message);
  return reinterpret_cast<ClockNumber>(scope.state().heap.create<CapturedClock>(
      scope.state().heap, scope.thread().id, message, clock_of(onto)));
}
STEWARD_INTERPOSED void __steward_clock_join(ClockNumber clock) {
  const Statement scope(STEWARD_CALLER);
  if (!scope || clock == 0) return;
  clock_of(clock)->for_each([&](MessageId message) { scope.receive(message); });
}
STEWARD_INTERPOSED void __steward_clock_destroy(ClockNumber clock) {
  const Scope scope(STEWARD_CALLER);
  if (!scope || clock == 0) return;
  clock_of(clock)->give_up([&](MessageId message) { scope.state().detector.forget(message); });
  scope.state().heap.destroy(clock_of(clock));
}

STEWARD_INTERPOSED void __steward_lock_acquired(Anything lock, int shared) {
  const OutsideRegions all(current_thread);
  lock_taken(lock, kLockKind, mode_if(shared), STEWARD_CALLER);
}
STEWARD_INTERPOSED void __steward_lock_releasing(Anything lock, int shared) {
  const OutsideRegions all(current_thread);
  lock_given(lock, kLockKind, STEWARD_CALLER, {.as = mode_if(shared)});
}

STEWARD_INTERPOSED void __steward_clear(Anything begin, std::size_t size) {
  if (const Scope scope(STEWARD_CALLER); scope) forget_history(scope, bytes_at(begin, size));
}
STEWARD_INTERPOSED void __steward_copy(Anything to, Anything from, std::size_t size) {
  if (const Scope scope(STEWARD_CALLER); scope)
    copy_history(scope, address_of(from), bytes_at(to, size));
}
STEWARD_INTERPOSED void __steward_move(Anything to, Anything from, std::size_t size) {
  if (const Scope scope(STEWARD_CALLER); scope)
    move_history(scope, address_of(from), bytes_at(to, size));
}
STEWARD_INTERPOSED void __steward_block_allocated(Anything begin, std::size_t size) {
  if (const Scope scope(STEWARD_CALLER); scope) begin_block(scope, bytes_at(begin, size));
}
STEWARD_INTERPOSED void __steward_block_freeing(Anything begin, std::size_t size) {
  const Statement scope(STEWARD_CALLER);
  if (!scope || size == 0) return;
  end_block(scope, bytes_at(begin, size));
}

STEWARD_INTERPOSED void* __steward_thread_create(const char* name) {
  const Statement scope(STEWARD_CALLER);
  if (!scope) return nullptr;
  ThreadState& made = fork_thread(scope.state(), scope.thread(), STEWARD_CALLER);
  if (name != nullptr) name_thread(scope, made, name);
  return &made;
}
STEWARD_INTERPOSED void* __steward_thread_current() {
  const Scope scope(STEWARD_CALLER);
  return scope ? &scope.thread() : current_thread;
}
STEWARD_INTERPOSED void __steward_thread_switch(void* thread) {
  if (thread == nullptr) return;
  if (const Scope scope(STEWARD_CALLER); scope) scope.settle_write();
  carry(thread_behind(thread), STEWARD_FRAME);
}
STEWARD_INTERPOSED void __steward_thread_join(void* thread) {
  const Statement scope(STEWARD_CALLER);
  if (scope && thread != nullptr)
    join_retired_thread(scope.state(), scope.thread(), thread_behind(thread));
}
STEWARD_INTERPOSED void __steward_thread_destroy(void* thread) {
  const Statement scope(STEWARD_CALLER);
  if (scope && thread != nullptr)
    retire_thread(scope.state(), scope.thread(), thread_behind(thread));
}
