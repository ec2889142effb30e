// Each object can be locked, and waited on.
//
// Most are locked by one thread at a time and never waited for: then the word in the object says it
// all (D. Bacon et al., "Thin locks", PLDI 1998). The first thread that has to wait makes a Monitor
// of it, and that it stays until the object dies.
#pragma once

#include <cstdint>

#include "managed/object.h"
#include "managed/spin_lock.h"
#include "managed/thread.h"
#include "managed/weak_table.h"

namespace managed {

class Scheduler;

struct Monitor {
  SpinLock guard;            // of all below
  std::uint32_t holder = 0;  // its number plus one; 0: nobody
  std::uint32_t depth = 0;   // how often
  ThreadQueue entering;
  ThreadQueue waiting;
};

// All of it happens in untracked regions. Objects are named by a slot that collectors know, since
// they may move while a thread waits.
class Monitors {
 public:
  explicit Monitors(Scheduler& scheduler) : scheduler_(scheduler) {}

  void enter(Thread& me, Object* const& object);
  // REQUIRES of all below: entered.
  void exit(Thread& me, Object* const& object);
  // Gives it up, however often it was entered, until notified and alone again.
  void wait(Thread& me, Object* const& object);
  void notify_all(Object* const& object);

  void after_collection(Roots::Survivor survivor);

 private:
  // How often the thread has entered now; 0: it is not thin.
  static std::uint32_t enter_thin(Thread& me, Object& object);
  // False: it is not thin.
  static bool exit_thin(Object& object);
  std::uint32_t enter_inflated(Thread& me, Monitor& monitor, std::uint32_t times);
  // Of the object, which gets one if it has none.
  Monitor& monitor_of(Object* object);
  // REQUIRES: the guard is held; it stays so. To who has waited longest.
  void hand_on(Monitor& monitor);

  Scheduler& scheduler_;
  WeakTable<Monitor> table_;
};

}  // namespace managed
