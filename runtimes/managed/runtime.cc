#include "managed/runtime.h"

#include <cstdint>
#include <sys/mman.h>
#include <utility>

#include "managed/fail.h"
#include "managed/mark_sweep.h"
#include "managed/semispace.h"
#include "managed/tell.h"
#include "managed/truth.h"
#include "managed/verify.h"

namespace managed {
namespace {

// Of polls: short enough that threads change places often.
constexpr std::uint32_t kLongestSlice = 100;
// Of collections for one object: what has to be finalized goes only after that was done.
constexpr int kMostAttempts = 50;

}  // namespace

Runtime::Runtime(const Options& options) : options_(options) {
  const tell::Untracked here;
  void* const memory =
      mmap(nullptr, options.heap_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("no memory for the heap");
  heap_ = static_cast<char*>(memory);
  truth::name_range("heap", heap_, options.heap_bytes);
  tell::heap(heap_, options.heap_bytes);
  if (options.collector == CollectorKind::semispace)
    collector_ = std::make_unique<Semispace>(heap_, options.heap_bytes);
  else collector_ = std::make_unique<MarkSweep>(heap_, options.heap_bytes);
}
// That the memory goes is the run-time system's business, too: no use by the program.
Runtime::~Runtime() {
  const tell::Untracked here;
  tell::reclaimed(heap_, options_.heap_bytes);
  munmap(heap_, options_.heap_bytes);
}

void Runtime::run(Body body) {
  const tell::Untracked here;
  scheduler_.start(options_.carriers);
  Thread* const main = make_thread("main", body, nullptr);
  Thread* const finalizer = make_thread("finalizer", finalize, nullptr);
  scheduler_.ready(*finalizer);
  scheduler_.ready(*main);
  {
    std::unique_lock hold(ending_);
    ended_.wait(hold, [&] { return main_ended_; });
  }
  finalizers_.stop();
  scheduler_.stop();
  for (Thread* const thread : {main, finalizer}) {
    tell::never_joined(thread->identity);
    destroy(thread);
  }
}

// Its place in the registry keeps its roots.
Thread* Runtime::make_thread(const char* name, Body body, Object* argument) {
  const std::lock_guard hold(registry_);
  auto* const thread = new Thread(*this, next_thread_++, tell::created(name), stacks_.take());
  thread->random += options_.seed * 7919;
  thread->slice = static_cast<std::int32_t>(1 + thread->draw(kLongestSlice));
  thread->body = body;
  thread->push(argument);
  Scheduler::prepare(*thread, begin);
  threads_.push_back(thread);
  truth::name_thread(thread->number, name);
  return thread;
}

void Runtime::destroy(Thread* thread) {
  {
    const std::lock_guard hold(registry_);
    std::erase(threads_, thread);
  }
  stacks_.give_back(thread->stack);
  delete thread;
}

// What a thread's stack begins with.
void Runtime::begin(unsigned high, unsigned low) {
  auto& me = *reinterpret_cast<Thread*>(std::uintptr_t{high} << 32 | low);
  const tell::Untracked here;
  me.top = me.roots;
  {
    const Local<Object> argument(me, me.roots[0]);
    const tell::Tracked program;
    me.body(me, argument);
  }
  me.runtime.end(me);
}

void Runtime::end(Thread& me) {
  if (me.number == 0) {
    const std::lock_guard hold(ending_);
    main_ended_ = true;
    ended_.notify_all();
  }
  me.ending.lock();
  me.ended = true;
  if (me.joiner != nullptr) scheduler_.ready(*me.joiner);
  scheduler_.finish(me, me.ending);
}

Thread* Runtime::spawn(Thread& me, const char* name, Body body, const Local<Object>& argument) {
  const tell::Untracked here;
  Thread* const thread = make_thread(name, body, argument.raw());
  truth::forked(me.number, thread->number);
  scheduler_.ready(*thread);
  return thread;
}

void Runtime::join(Thread& me, Thread* thread) {
  const tell::Untracked here;
  thread->ending.lock();
  while (!thread->ended) {
    thread->joiner = &me;
    scheduler_.park(me, thread->ending);
    thread->ending.lock();
  }
  // Its carrier does not touch it any more.
  thread->ending.unlock();
  tell::joined(thread->identity);
  truth::joined(me.number, thread->number);
  destroy(thread);
}

Object* Runtime::create(Thread& me, const Class& klass, std::uint64_t length) {
  const tell::Untracked here;
  const std::size_t bytes = rounded(klass.size + klass.element_size * length);
  const std::uint64_t count = created_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (options_.collect_every != 0 && count % options_.collect_every == 0) collect_now();
  for (int attempt = 0;; ++attempt) {
    void* memory = nullptr;
    {
      const std::lock_guard hold(allocating_);
      memory = collector_->allocate(bytes);
    }
    if (memory != nullptr) {
      auto* const object = static_cast<Object*>(memory);
      object->class_word = reinterpret_cast<std::uintptr_t>(&klass);
      object->identity = identities_.fetch_add(bytes, std::memory_order_relaxed);
      if (klass.element_size != 0) static_cast<ArrayHeader*>(object)->length = length;
      if (klass.finalize != nullptr) finalizers_.registered(me, object);
      return object;
    }
    if (attempt == kMostAttempts) fail("out of memory");
    collect_now();
    if (attempt > 0) scheduler_.yield(me);
  }
}

void Runtime::collect() {
  const tell::Untracked here;
  collect_now();
}

void Runtime::collect_now() {
  const bool mine = world_.stopped([this] {
    ++collections_;
    collector_->collect(*this);
    if (options_.verify) verify(*collector_, *this);
  });
  if (mine) finalizers_.after_collection();
}

void Runtime::at_safepoint(Thread& me) {
  const tell::Untracked here;
  if (world_.wants_stop()) world_.pause();
  if (me.slice > 0) return;
  me.slice = static_cast<std::int32_t>(1 + me.draw(kLongestSlice));
  scheduler_.yield(me);
}

void Runtime::enter(Thread& me, const Local<Object>& object) {
  const tell::Untracked here;
  monitors_.enter(me, object.slot());
}
void Runtime::exit(Thread& me, const Local<Object>& object) {
  const tell::Untracked here;
  monitors_.exit(me, object.slot());
}
void Runtime::wait(Thread& me, const Local<Object>& object) {
  const tell::Untracked here;
  monitors_.wait(me, object.slot());
}
void Runtime::notify_all(const Local<Object>& object) {
  const tell::Untracked here;
  monitors_.notify_all(object.slot());
}

void Runtime::finalize(Thread& me, const Local<Object>&) {
  const tell::Untracked here;
  me.runtime.finalizers_.run(me);
}

void Runtime::visit_strong(Visit visit) {
  for (Thread* const thread : threads_)
    for (Object** root = thread->roots; root != thread->top; ++root) visit(*root);
  finalizers_.visit_strong(visit);
}
void Runtime::visit_dying(Survivor survivor, Visit visit) {
  finalizers_.visit_dying(survivor, visit);
}
void Runtime::after(Survivor survivor) {
  monitors_.after_collection(survivor);
  orders_.after_collection(survivor, [](tell::Order& order) {
    tell::volatile_gone(order);
    order = {};
  });
}

}  // namespace managed
