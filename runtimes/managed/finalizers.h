// Objects whose class wants to be asked once more before they go. A thread of the language of its
// own does that: what it does is the program's.
#pragma once

#include <deque>
#include <vector>

#include "managed/collector.h"
#include "managed/spin_lock.h"
#include "managed/thread.h"

namespace managed {

class Scheduler;

class Finalizers {
 public:
  explicit Finalizers(Scheduler& scheduler) : scheduler_(scheduler) {}

  // What was done to the object up to here comes before its finalizer. So does nothing else: that
  // an object is dead is something that collectors know, not the language.
  void registered(Thread& me, Object* object);

  // The thread: asks objects until `stop`.
  void run(Thread& me);
  void stop();

  void visit_strong(Visit visit);
  void visit_dying(Roots::Survivor survivor, Visit visit);
  // The world runs again.
  void after_collection();

 private:
  struct Registered {
    Object* object = nullptr;
    std::uint64_t identity = 0;
  };
  Registered* next_due();
  void wake();

  Scheduler& scheduler_;
  SpinLock guard_;
  std::vector<Registered*> registered_;
  std::deque<Registered*> due_;
  Thread* parked_ = nullptr;
  bool stopping_ = false;
};

}  // namespace managed
