#include "runtime/control/forks.h"

#include <new>

#include "channel/encoder.h"
#include "runtime/control/events.h"
#include "runtime/control/functions.h"
#include "runtime/control/lock_checks.h"
#include "runtime/control/watching.h"
#include "runtime/platform/memory_use.h"
#include "runtime/platform/own_memory.h"
#include "runtime/platform/raw.h"

namespace steward {
namespace {

struct PackedCall {
  std::uint64_t counter;
  std::uint64_t frame;
  channel::Channels receives;
};
struct PackedLock {
  LockObject object;
  LockMode mode;
  std::uint64_t counter;
  std::size_t depth;
};
// What the forking thread takes along.
struct Luggage {
  explicit Luggage(Heap& heap) : calls(heap), locks(heap) {}
  Vector<PackedCall> calls;
  Vector<PackedLock> locks;
};
thread_local constinit Luggage* luggage = nullptr;

void tell_fork(Runtime& runtime) {
  channel::Encoder body(runtime.heap);
  body.number(raw::parent_process()).number(1).number(0).text("").text("");
  runtime.sender.send(channel::Kind::process, body);
}

// The parent is not watched any more, and neither is the child.
void fall_asleep() {
  current_thread = nullptr;
  the_runtime.store(nullptr, std::memory_order_relaxed);
}

void unpack(const Luggage& packed) {
  const Scope scope(0);
  if (!scope) return;
  ThreadState& t = scope.thread();
  for (const PackedCall& call : packed.calls)
    t.calls.enter(call.counter, call.frame, call.receives);
  for (const PackedLock& lock : packed.locks) {
    const LockId id = note_taken(scope, lock.object.address, lock.object.kind, lock.mode,
                                 static_cast<std::uint32_t>(lock.depth));
    t.locks.restore({id, lock.mode, lock.counter, ChainId()}, lock.depth);
  }
}

}  // namespace

void before_fork() {
  const Scope scope(0);
  if (!scope || !scope.state().several_threads.load(std::memory_order_relaxed)) return;
  Runtime& state = scope.state();
  luggage = state.heap.create<Luggage>(state.heap);
  scope.thread().calls.for_each(
      [](std::uint64_t counter, std::uint64_t frame, channel::Channels receives) {
        luggage->calls.push_back({counter, frame, receives});
      });
  scope.thread().locks.for_each([&](const TakenLock& taken, std::size_t depth) {
    luggage->locks.push_back({state.locks.find(taken.lock), taken.mode, taken.counter, depth});
  });
}

void after_fork_in_parent() {
  const Scope scope(0);
  if (!scope || luggage == nullptr) return;
  scope.state().heap.destroy(luggage);
  luggage = nullptr;
}

void after_fork_in_child() {
  OwnMemory::forget_process();
  Runtime* const old = runtime();
  if (old == nullptr) return;
  if (!old->watches(Effort::synchronization)) return fall_asleep();
  if (luggage == nullptr) {
    old->detector.abandon();
    return tell_fork(*old);
  }
  const Luggage& packed = *luggage;
  luggage = nullptr;
  const Sender sender = old->sender;
  // The old state is left as it is, never to be looked at again, but for the luggage and for what
  // switched contexts have put aside. Where memory counts, the largest part of it goes.
  current_thread = nullptr;
  if (memory_use.has_limit()) old->detector.drop_shadow();
  memory_use.relieved(false);
  reserve_pages();
  auto* const fresh = new (old) Runtime(sender);
  follow_plan(*fresh);
  tell_fork(*fresh);
  find_functions(*fresh);
  adopt_thread(*fresh);
  fresh->several_threads.store(false, std::memory_order_relaxed);
  unpack(packed);
}

}  // namespace steward
