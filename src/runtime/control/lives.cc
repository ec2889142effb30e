#include "runtime/control/lives.h"

#include <limits.h>
#include <span>

#include "runtime/control/lock_events.h"
#include "runtime/control/watching.h"
#include "runtime/platform/signal_mask.h"
#include "runtime/platform/static_tls.h"
#include "runtime/state/runtime.h"
#include "runtime/turns/turns.h"

namespace steward {
namespace {

// Destructors of thread-specific data may run the program's code; ours asks to be called again
// until the last round.
constinit pthread_key_t end_key = 0;
constexpr std::uintptr_t kRounds = PTHREAD_DESTRUCTOR_ITERATIONS;
thread_local constinit bool gone = false;

void at_thread_end(void* round) {
  const auto left = reinterpret_cast<std::uintptr_t>(round);
  if (left > 1) {
    pthread_setspecific(end_key, reinterpret_cast<void*>(left - 1));
    return;
  }
  if (Runtime* found = runtime(); found != nullptr && current_thread != nullptr)
    end_thread(*found, *current_thread);
}

AddressRange stack_of_caller() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_destroy(&attributes);
  return {Address(reinterpret_cast<std::uint64_t>(begin)), size};
}

void enter_life(ThreadState& t) {
  current_thread = &t;
  const Busy busy(t);
  t.stack = stack_of_caller();
  t.carrier_stack = {.range = t.stack};
  t.tls = static_tls_of_caller();
  pthread_setspecific(end_key, reinterpret_cast<void*>(kRounds));
}

}  // namespace

void begin_main_thread(Runtime& runtime) {
  pthread_key_create(&end_key, at_thread_end);
  measure_static_tls();
  ThreadState& t = runtime.threads.make(runtime.contexts, runtime.lock_chains, runtime.origins);
  t.analysis = &runtime.detector.thread(t.id);
  enter_life(t);
  runtime.threads.started(t, pthread_self());
  watch_thread(runtime, t);
  runtime.reporter.tell_thread(t, nullptr, 0);
  begin_turns(t);
}

ThreadState& fork_thread(Runtime& runtime, ThreadState& creator, std::uint64_t counter) {
  runtime.several_threads.store(true, std::memory_order_relaxed);
  ThreadState& t = runtime.threads.make(runtime.contexts, runtime.lock_chains, runtime.origins);
  if (creator.ignore_synchronization == 0) runtime.detector.fork(*creator.analysis, t.id);
  t.created = {creator.id, counter, creator.calls.context()};
  t.analysis = &runtime.detector.thread(t.id);
  runtime.reporter.tell_thread(t, &creator, counter);
  return t;
}

void begin_thread(Runtime& runtime, ThreadState& t) {
  enter_life(t);
  const Busy busy(t);
  runtime.threads.started(t, pthread_self());
  // The stack of a thread that is gone may be used again, without any order between the two. What
  // it had there is gone with it, locks as well.
  runtime.detector.clear(t.stack);
  objects_destroyed(runtime, t.stack);
  watch_thread(runtime, t);
}

void discard_thread(Runtime& runtime, ThreadState& t) {
  runtime.detector.end(*t.analysis);
  runtime.threads.forget(t);
}

void retire_thread(Runtime& runtime, ThreadState& t, ThreadState& retired) {
  // Then a join orders nothing new, and lets others have the retired one's place in all clocks.
  const bool known = retired.passed_on && runtime.detector.knows(*t.analysis, *retired.analysis);
  const ThreadId id = retired.id;
  discard_thread(runtime, retired);
  if (known) runtime.detector.join(*t.analysis, id);
}

void join_retired_thread(Runtime& runtime, ThreadState& t, ThreadState& retired) {
  const ThreadId id = retired.id;
  discard_thread(runtime, retired);
  runtime.detector.join(*t.analysis, id);
}

void end_thread(Runtime& runtime, ThreadState& t) {
  {
    const Busy busy(t);
    tell_ignores(runtime, t);
    if (t.pending.waits()) runtime.reporter.tell_effect(t.pending.site(), t.pending.settle());
    // Who gets a robust mutex of a dead owner comes after all that the owner did.
    t.locks.for_each([&](const TakenLock& taken, std::size_t) {
      runtime.detector.release(*t.analysis, taken.lock, taken.mode);
    });
    runtime.detector.end(*t.analysis);
  }
  current_thread = nullptr;
  gone = true;
  const ThreadId id = t.id;
  runtime.threads.ended(t);
  end_turns(id);
  runtime.threads.forget(t);
}

void join_thread(Runtime& runtime, ThreadState& t, pthread_t handle, ThreadId joined) {
  runtime.threads.joined(handle, joined);
  if (t.ignore_synchronization == 0) runtime.detector.join(*t.analysis, joined);
}

void tell_ignores(Runtime& runtime, const ThreadState& t) {
  static constexpr char kKind[] = "ignores-enabled";
  const std::span<const ThreadPlace> lists[] = {t.accesses_ignored.places(),
                                                t.synchronization_ignored.places()};
  const std::span<const ThreadPlace> first = lists[lists[0].empty() ? 1 : 0];
  if (first.empty() || !runtime.reporter.is_news(kKind, first[0].counter, first[0].calls)) return;
  Remark remark = runtime.reporter.remark(kKind, kKind);
  remark.message << t.id << " finished with ignores enabled";
  remark.about(t.id);
  if (t.created.counter != 0) {
    remark.message << ", created at:";
    remark.stack(Words(runtime.heap), t.created.counter, t.created.calls);
  }
  for (const std::span<const ThreadPlace> places : lists)
    for (const ThreadPlace& place : places)
      remark.stack(Words(runtime.heap) << "Ignore was enabled at:", place.counter, place.calls);
  runtime.reporter.tell(remark);
}

void tell_leaked_threads(Runtime& runtime) {
  struct Group {
    Threads::Leaked first;
    std::uint64_t more = 0;
  };
  Vector<Group> groups(runtime.heap);
  runtime.threads.for_each_leaked([&](const Threads::Leaked& leaked) {
    for (Group& group : groups) {
      if (group.first.created.counter != leaked.created.counter ||
          group.first.created.calls != leaked.created.calls)
        continue;
      ++group.more;
      if (leaked.id.value() < group.first.id.value()) group.first = leaked;
      return;
    }
    groups.push_back({leaked});
  });
  for (const Group& group : groups) {
    const ThreadPlace& created = group.first.created;
    Remark remark = runtime.reporter.remark("thread-leak", "thread-leak");
    remark.message << "ended, and neither joined nor detached: " << group.first.id << ".";
    if (group.more > 0)
      remark.message << " And " << group.more << " more similar thread leaks, from the same place.";
    remark.about(group.first.id);
    remark.stack(Words(runtime.heap) << "{Thread " << std::uint64_t{group.first.id.value()}
                                     << "} (ended) created by " << created.thread << " at:",
                 created.counter, created.calls);
    runtime.reporter.tell(remark);
  }
}

ThreadState* adopt_thread(Runtime& runtime) {
  if (gone) return nullptr;
  const SignalsBlocked blocked;
  ThreadState& t = runtime.threads.make(runtime.contexts, runtime.lock_chains, runtime.origins);
  runtime.several_threads.store(true, std::memory_order_relaxed);
  t.analysis = &runtime.detector.thread(t.id);
  enter_life(t);
  runtime.threads.started(t, pthread_self());
  watch_thread(runtime, t);
  runtime.reporter.tell_thread(t, nullptr, 0);
  join_turns(t);
  return &t;
}

}  // namespace steward
