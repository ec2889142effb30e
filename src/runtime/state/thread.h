// What the runtime knows about one thread of the program.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>
#include <signal.h>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "runtime/analysis/analysis.h"
#include "runtime/analysis/chains.h"
#include "runtime/state/call_stack.h"
#include "runtime/state/held_locks.h"
#include "runtime/state/ignored_since.h"
#include "runtime/state/kin.h"
#include "runtime/state/pending_write.h"
#include "runtime/state/recent_waits.h"
#include "runtime/state/refusal.h"

namespace steward {

// A signal that came at a bad moment, and which others the thread had blocked until then.
struct DeferredSignal {
  std::atomic<bool> waiting = false;  // others look at it in a controlled execution
  std::uint64_t mask = 0;
  siginfo_t info = {};
};

// The handler of a signal at work in a thread.
struct HandlerAtWork {
  std::uint64_t frame = 0;  // what lies below is its stack; 0: none is at work
  bool expected = false;    // the thread itself has raised the signal
};

// How many untracked regions it is in.
struct Regions {
  std::uint32_t accesses = 0;
  std::uint32_t synchronization = 0;
  explicit operator bool() const { return (accesses | synchronization) != 0; }
};

// Of one of the system's threads; and where its own calls ended when it began to carry another.
struct CarrierStack {
  AddressRange range;
  std::uint64_t own_end = 0;
};

struct Seat;
struct ThreadState;

// A thread's calls. The handler of a signal makes calls, too: what it must not interrupt is done
// with the thread busy.
class GuardedCalls : public CallStack {
 public:
  GuardedCalls(Heap& heap, Contexts& contexts, ThreadState& t) : CallStack(heap, contexts), t_(t) {}
  void enter(std::uint64_t counter, std::uint64_t frame, channel::Channels receives = 0);

 private:
  void enter_busy(std::uint64_t counter, std::uint64_t frame, channel::Channels receives);

  ThreadState& t_;
};

// What keeps a thread's accesses from going the short ways: looked at with each of them, at once.
struct Apart {
  // Above 0 while this thread is inside the runtime: what libc or a signal handler does then is not
  // the program's doing at a moment it could be told.
  std::uint32_t busy = 0;
  // Above 0: plain accesses do not count.
  std::uint32_t ignore_accesses = 0;
  bool cancelled_anywhere = false;  // it may be cancelled at any instruction of the program

  [[gnu::always_inline]] bool is_any() const {
    return (busy | ignore_accesses | std::uint32_t{cancelled_anywhere}) != 0;
  }
};

struct ThreadState : Apart {
  ThreadState(Heap& heap, ThreadId number, Contexts& contexts, LockChains& chains,
              Origins& all_origins)
      : id(number),
        carrier(number),
        calls(heap, contexts, *this),
        locks(heap, chains),
        origins(all_origins),
        met_kin(heap),
        found(heap),
        accesses_ignored(heap),
        synchronization_ignored(heap) {}

  const ThreadId id;
  // Which of the system's threads it runs on, or ran on last, by the number that this one itself
  // has: see control/identity.h.
  ThreadId carrier;
  CarrierStack carrier_stack;
  Analysis::Thread* analysis = nullptr;
  GuardedCalls calls;
  HeldLocks locks;
  RecentWaits waits;
  RecentOrigins origins;
  PendingWrite pending;
  MetKin met_kin;                  // in the first phase of a prediction
  Vector<LiveFinding> found;       // by the event at work, to be reported when it is over
  std::uint32_t found_number = 0;  // of these, in the order in which threads find something

  Refusal refusal;

  std::uint64_t counter = 0;  // where its last event was, in the program

  HandlerAtWork handler;
  const void* report = nullptr;  // which the program is being told of
  int raising = 0;               // the signal that it sends to itself
  DeferredSignal deferred;       // since the thread is busy (see control/signals.h)
  bool unsettled = false;        // memory is to be put in order first: see turns/turns.h
  bool takes_stale = false;      // it reads itself, now: neither the system nor libc does
  // Above 0: what orders threads but atomic operations, or these do not count.
  std::uint32_t ignore_synchronization = 0;
  std::uint32_t ignore_atomics = 0;
  Regions regions;
  // What the program asked for, if not by a region.
  IgnoredSince accesses_ignored;
  IgnoredSince synchronization_ignored;

  Seat* seat = nullptr;  // in a controlled execution: see turns/turns.h

  // Of a fiber: since it last passed on what it knew, it has done nothing.
  bool passed_on = true;

  pthread_t handle = 0;
  // Who made it, and where; whether somebody has to join it.
  ThreadPlace created;
  bool joinable = false;
  AddressRange stack;
  AddressRange tls;
};

// Null in threads that nothing is known of, and everywhere while the runtime is dormant.
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] extern thread_local constinit ThreadState* current_thread;

// Delivers the signal that waits, and those that came after it.
void deliver_deferred(ThreadState& t);

// The calling thread is not to be cancelled in the middle of what follows; and is again, perhaps at
// once.
void hold_cancellation();
void allow_cancellation();
// See turns/turns.h.
void settle_memory(ThreadState& t);

// To be called when the runtime begins to work for a thread, and when it is at work no more.
inline void begin_busy(ThreadState& t) {
  if (t.cancelled_anywhere && t.busy == 0) [[unlikely]]
    hold_cancellation();
  ++t.busy;
  if (t.unsettled && t.busy == 1) [[unlikely]]
    settle_memory(t);
}
inline void end_busy(ThreadState& t) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  --t.busy;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (t.busy != 0) return;
  if (t.deferred.waiting) [[unlikely]]
    deliver_deferred(t);
  if (t.cancelled_anywhere) [[unlikely]]
    allow_cancellation();
}

// The same for who knows that there is nothing to be done but that. REQUIRES: the thread is not
// busy, not to be cancelled anywhere, and not under control.
[[gnu::always_inline]] inline void begin_busy_plainly(ThreadState& t) {
  t.busy = 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}
// `stop`: whoever calls it delivers what waits.
[[gnu::always_inline]] inline void stop_busy_plainly(ThreadState& t) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t.busy = 0;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}
[[gnu::always_inline]] inline void end_busy_plainly(ThreadState& t) {
  stop_busy_plainly(t);
  if (t.deferred.waiting.load(std::memory_order_relaxed)) [[unlikely]]
    deliver_deferred(t);
}

// The runtime at work for a scope.
class Busy {
 public:
  explicit Busy(ThreadState& t) : t_(t) { begin_busy(t_); }
  ~Busy() { end_busy(t_); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  ThreadState& t_;
};

[[gnu::always_inline]] inline void GuardedCalls::enter(std::uint64_t counter, std::uint64_t frame,
                                                       channel::Channels receives) {
  if (t_.unsettled || !enter_known(counter, frame, receives)) [[unlikely]]
    enter_busy(counter, frame, receives);
}
[[gnu::noinline]] inline void GuardedCalls::enter_busy(std::uint64_t counter, std::uint64_t frame,
                                                       channel::Channels receives) {
  const Busy busy(t_);
  CallStack::enter(counter, frame, receives);
}

}  // namespace steward
