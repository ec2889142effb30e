// A thread of the system in a controlled execution, as those see it who decide whose turn it is.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/explore/spin_watch.h"
#include "runtime/explore/virtual_time.h"
#include "runtime/state/thread.h"
#include "sched/operation.h"

namespace steward {

// Whether a call ends when a handler has run meanwhile.
enum class Interruption : std::uint8_t { never, unless_restarted, always };

// Something without which a thread cannot go on.
struct Wait {
  // Asked by whoever has the turn, again and again.
  bool (*over)(const Wait& wait) = nullptr;
  const void* object = nullptr;
  std::uint64_t value = 0;
  bool of_thread = false;      // the value is a thread's number, and 1
  VirtualTime until = kNever;  // then it goes on without
  bool outside = false;        // what it waits for may come from another process
  bool cancellable = false;    // the end of the thread as well
  Interruption interruption = Interruption::never;
  const char* what = "";  // in words, for people
};

// A thread's last access of those that are turns, if that was a write, and when it was.
struct LastWrite {
  bool was_one = false;
  StatementId statement = kNoStatement;
  std::uint64_t counter = 0;
  std::int32_t accesses_left = 0;
  AddressRange range;
  std::uint64_t before[2] = {};  // what its first bytes were
};

struct Seat {
  Seat(ThreadId number, ThreadState* state) : id(number), thread(state) {}

  const ThreadId id;
  ThreadState* thread;  // which of the program's it is now; not to be used once it has left
  Operation next;
  std::uint64_t counter = 0;   // where in the program that is
  const Wait* wait = nullptr;  // null: nothing keeps it
  // Of a wait with a limit: when it began, and how much longer the limit is since time was made to
  // pass (see Controller::let_time_pass).
  VirtualTime waits_since = 0, granted = 0;
  SpinWatch spins;
  // Of a wait for a condition or a futex: what it is, and whether somebody has ended it.
  const void* listens_to = nullptr;
  std::uint32_t bits = ~0u;
  bool woken = false;
  bool cancelled = false;
  bool arrived = false;      // what it waits for has come from outside, or a signal has
  bool interrupted = false;  // its last wait has ended by a signal
  LiveOrigin origin;         // of the access that comes, if that is watched
  std::uint64_t value = 0;   // before the atomic operation at work
  LastWrite last_write;
  std::int32_t slice_left = 0;  // of accesses, after the next one: it enters to put memory in order
  std::uint64_t accesses = 0;   // so many it had made at its last turn
  bool stops_next = false;      // its next access is a turn, whatever it is

  // Of a call of the system that may block: while the thread is away, this is what it waits for.
  Wait away;
  std::atomic<bool> is_back = false;  // until it has a turn
  Seat* next_newcomer = nullptr;
  // Of one that waits for its turn: the step at which somebody seemed to have stopped, and how
  // often it was looked at.
  std::uint64_t watched_step = 0;
  unsigned looks = 0, looks_asleep = 0;

  enum : std::uint32_t { kWait, kGo, kChoose };
  std::atomic<std::uint32_t> turn = kWait;  // go on, or only choose who does
};

}  // namespace steward
