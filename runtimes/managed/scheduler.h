// Threads of the language, many, on carriers, few: threads of the system that run one after the
// other. All of it happens in untracked regions.
#pragma once

#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <vector>

#include "managed/stacks.h"
#include "managed/thread.h"
#include "managed/world.h"

namespace managed {

class Scheduler {
 public:
  explicit Scheduler(World& world) : world_(world) {}

  // Carriers run what becomes ready until `stop`.
  void start(unsigned carriers);
  void stop();

  // `thread` does not run and may; it goes to the end of the queue.
  void ready(Thread& thread);
  // Whoever is ready runs first.
  void yield(Thread& me);
  // Until somebody makes it ready: whoever takes `held`, which is released when that is safe.
  void park(Thread& me, SpinLock& held);
  // For ever. `me` is destroyed by whoever takes `held`.
  [[noreturn]] void finish(Thread& me, SpinLock& held);

  // What `thread` begins with. Its context is made.
  static void prepare(Thread& thread, void (*begin)(unsigned, unsigned));

 private:
  struct Carrier;
  static void* carry(void* carrier);
  static Carrier& this_carrier();
  void run(Carrier& carrier, Thread& thread);
  void switch_away(Thread& me);
  Thread* next();

  // What the system's threads need there, and what others need who look at them.
  static constexpr std::size_t kCarrierStack = std::size_t{2} << 20;
  static constexpr std::size_t kMostCarriers = 64;

  World& world_;
  Stacks stacks_{kCarrierStack, kMostCarriers};
  std::vector<Carrier*> carriers_;

  std::mutex mutex_;
  std::condition_variable changed_;
  ThreadQueue ready_;
  bool stopping_ = false;
};

}  // namespace managed
