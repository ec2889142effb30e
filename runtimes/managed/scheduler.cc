#include "managed/scheduler.h"

#include <cstdint>

namespace managed {

struct Scheduler::Carrier {
  Scheduler& scheduler;
  pthread_t handle = {};
  Stack stack = {};
  ucontext_t context = {};
  tell::Identity identity = {};
  // What the thread that has just been left wants to be done, now that its context is complete.
  SpinLock* to_release = nullptr;
  Thread* to_ready = nullptr;
};

namespace {
thread_local void* carrier_of_this;
}

// Not inlined, and never the same: a function that was left on one carrier goes on on another.
[[gnu::noinline]] Scheduler::Carrier& Scheduler::this_carrier() {
  asm volatile("");
  return *static_cast<Carrier*>(carrier_of_this);
}

void Scheduler::start(unsigned carriers) {
  for (unsigned i = 0; i < carriers; ++i) {
    auto* const carrier = new Carrier{*this};
    carrier->stack = stacks_.take();
    carriers_.push_back(carrier);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, carrier->stack.begin, carrier->stack.size);
    if (pthread_create(&carrier->handle, &attributes, carry, carrier) != 0)
      fail("cannot make a thread of the system");
    pthread_attr_destroy(&attributes);
  }
}

void Scheduler::stop() {
  {
    const std::lock_guard hold(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  for (Carrier* const carrier : carriers_) {
    pthread_join(carrier->handle, nullptr);
    stacks_.give_back(carrier->stack);
    delete carrier;
  }
  carriers_.clear();
}

void* Scheduler::carry(void* argument) {
  const tell::Untracked all_of_it;
  auto& me = *static_cast<Carrier*>(argument);
  carrier_of_this = argument;
  me.identity = tell::current();
  while (Thread* const thread = me.scheduler.next()) me.scheduler.run(me, *thread);
  return nullptr;
}

Thread* Scheduler::next() {
  std::unique_lock hold(mutex_);
  changed_.wait(hold, [&] { return stopping_ || !ready_.empty(); });
  return ready_.pop();
}

void Scheduler::run(Carrier& carrier, Thread& thread) {
  world_.enter();
  truth::carries(thread.number);
  tell::switching_to(thread.identity);
  swapcontext(&carrier.context, &thread.context);
  // Back on this stack, as told by whoever left the other.
  if (Thread* const ready_now = carrier.to_ready) {
    carrier.to_ready = nullptr;
    ready(*ready_now);
  }
  if (SpinLock* const held = carrier.to_release) {
    carrier.to_release = nullptr;
    held->unlock();
  }
  world_.leave();
}

void Scheduler::ready(Thread& thread) {
  const std::lock_guard hold(mutex_);
  ready_.push(&thread);
  changed_.notify_one();
}

void Scheduler::yield(Thread& me) {
  this_carrier().to_ready = &me;
  switch_away(me);
}

void Scheduler::park(Thread& me, SpinLock& held) {
  this_carrier().to_release = &held;
  switch_away(me);
}

void Scheduler::finish(Thread& me, SpinLock& held) {
  Carrier& carrier = this_carrier();
  carrier.to_release = &held;
  tell::ending(me.identity, carrier.identity);
  swapcontext(&me.context, &carrier.context);
  fail("a thread goes on behind its end");
}

void Scheduler::switch_away(Thread& me) {
  Carrier& carrier = this_carrier();
  tell::switching_to(carrier.identity);
  swapcontext(&me.context, &carrier.context);
}

void Scheduler::prepare(Thread& thread, void (*begin)(unsigned, unsigned)) {
  getcontext(&thread.context);
  const std::size_t below = Thread::kMostRoots * sizeof(Object*);
  thread.context.uc_stack.ss_sp = thread.stack.begin + below;
  thread.context.uc_stack.ss_size = thread.stack.size - below;
  thread.context.uc_link = nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(&thread);
  makecontext(&thread.context, reinterpret_cast<void (*)()>(begin), 2,
              static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
}

}  // namespace managed
