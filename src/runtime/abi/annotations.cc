// What programs say about themselves: orderings, accesses that do not count, memory that is new.
//
// The Annotate* functions come from other tools. Those whose tool knew no better than a hint for
// its own heuristics have nothing to say to a precise detector; they are there to be called.
#include <cstddef>

#include "runtime/control/events.h"
#include "runtime/control/identity.h"
#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

using Any = const volatile void*;
using File = const char*;

void ignore_accesses(std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return;
  ThreadState& t = scope.thread();
  ++t.ignore_accesses;
  t.accesses_ignored.begin({t.id, counter, t.calls.context()});
}
void ignore_synchronization(std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return;
  ThreadState& t = scope.thread();
  ++t.ignore_synchronization;
  ++t.ignore_atomics;
  t.synchronization_ignored.begin({t.id, counter, t.calls.context()});
}
void heed_accesses() {
  if (const Scope scope(0); scope && scope.thread().accesses_ignored.end())
    --scope.thread().ignore_accesses;
}
void heed_synchronization() {
  const Scope scope(0);
  if (!scope || !scope.thread().synchronization_ignored.end()) return;
  --scope.thread().ignore_synchronization;
  --scope.thread().ignore_atomics;
}
void is_new(Any memory, std::size_t size) {
  if (const Scope scope(0); scope && size != 0)
    scope.state().detector.clear(Scope::range_of(const_cast<const void*>(memory), size));
}

}  // namespace

STEWARD_INTERPOSED void __tsan_release(void* object) { user_released(object, STEWARD_CALLER); }
STEWARD_INTERPOSED void __tsan_acquire(void* object) { user_acquired(object, STEWARD_CALLER); }
STEWARD_INTERPOSED void __tsan_ignore_thread_begin() { ignore_accesses(STEWARD_CALLER); }
STEWARD_INTERPOSED void __tsan_ignore_thread_end() { heed_accesses(); }

// <steward/annotate.h>
STEWARD_INTERPOSED void __steward_send(Any object) { user_released(object, STEWARD_CALLER); }
STEWARD_INTERPOSED void __steward_receive(Any object) { user_acquired(object, STEWARD_CALLER); }

STEWARD_INTERPOSED void AnnotateHappensBefore(File, int, Any object) {
  user_released(object, STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotateHappensAfter(File, int, Any object) {
  user_acquired(object, STEWARD_CALLER);
}
STEWARD_INTERPOSED void WTFAnnotateHappensBefore(File, int, Any object) {
  user_released(object, STEWARD_CALLER);
}
STEWARD_INTERPOSED void WTFAnnotateHappensAfter(File, int, Any object) {
  user_acquired(object, STEWARD_CALLER);
}
// A queue between producers and consumers.
STEWARD_INTERPOSED void AnnotatePCQPut(File, int, Any queue) {
  user_released(queue, STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotatePCQGet(File, int, Any queue) {
  user_acquired(queue, STEWARD_CALLER);
}

STEWARD_INTERPOSED void AnnotateIgnoreReadsBegin(File, int) { ignore_accesses(STEWARD_CALLER); }
STEWARD_INTERPOSED void AnnotateIgnoreReadsEnd(File, int) { heed_accesses(); }
STEWARD_INTERPOSED void AnnotateIgnoreWritesBegin(File, int) { ignore_accesses(STEWARD_CALLER); }
STEWARD_INTERPOSED void AnnotateIgnoreWritesEnd(File, int) { heed_accesses(); }
STEWARD_INTERPOSED void AnnotateIgnoreSyncBegin(File, int) {
  ignore_synchronization(STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotateIgnoreSyncEnd(File, int) { heed_synchronization(); }

STEWARD_INTERPOSED void AnnotateRWLockCreate(File, int, Any lock) {
  lock_written(lock, 1, STEWARD_CALLER);
  lock_created(lock, "rwlock", STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotateRWLockCreateStatic(File, int, Any lock) {
  make_lock_last(lock, "rwlock", STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotateRWLockDestroy(File, int, Any lock) {
  if (lock_lasts(lock, STEWARD_CALLER)) return;
  lock_written(lock, 1, STEWARD_CALLER);
  lock_destroyed(lock, STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotateRWLockAcquired(File, int, Any lock, long exclusive) {
  lock_used(lock, STEWARD_CALLER);
  const LockMode mode = exclusive != 0 ? LockMode::exclusive : LockMode::shared;
  if (const Scope scope(STEWARD_CALLER); scope)
    judge_taken(scope, address_of(lock), "rwlock", mode);
  lock_taken(lock, "rwlock", mode, STEWARD_CALLER);
}
STEWARD_INTERPOSED void AnnotateRWLockReleased(File, int, Any lock, long exclusive) {
  lock_used(lock, STEWARD_CALLER);
  lock_given(lock, "rwlock", STEWARD_CALLER,
             {.as = exclusive != 0 ? LockMode::exclusive : LockMode::shared, .surely_free = true});
}

STEWARD_INTERPOSED void AnnotateNewMemory(File, int, Any memory, std::size_t size) {
  is_new(memory, size);
}
STEWARD_INTERPOSED void AnnotateThreadName(File, int, const char* name) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return;
  name_thread(scope, scope.thread(), name);
}
STEWARD_INTERPOSED void AnnotateBenignRaceSized(File, int, Any memory, std::size_t size, File) {
  if (const Scope scope(STEWARD_CALLER); scope)
    scope.state().benign.add(Scope::range_of(const_cast<const void*>(memory), size));
}
STEWARD_INTERPOSED void AnnotateBenignRace(File, int, Any memory, File) {
  if (const Scope scope(STEWARD_CALLER); scope)
    scope.state().benign.add(Scope::range_of(const_cast<const void*>(memory), 1));
}
STEWARD_INTERPOSED void WTFAnnotateBenignRaceSized(File, int, Any memory, std::size_t size, File) {
  if (const Scope scope(STEWARD_CALLER); scope)
    scope.state().benign.add(Scope::range_of(const_cast<const void*>(memory), size));
}

STEWARD_INTERPOSED int RunningOnValgrind() { return 0; }
STEWARD_INTERPOSED double ValgrindSlowdown() { return 10; }
STEWARD_INTERPOSED const char* ThreadSanitizerQuery(const char* query) {
  return __builtin_strcmp(query, "pure_happens_before") == 0 ? "1" : "0";
}

// Hints.
STEWARD_INTERPOSED void AnnotateCondVarSignal(File, int, Any) {}
STEWARD_INTERPOSED void AnnotateCondVarSignalAll(File, int, Any) {}
STEWARD_INTERPOSED void AnnotateCondVarWait(File, int, Any, Any) {}
STEWARD_INTERPOSED void AnnotateMutexIsNotPHB(File, int, Any) {}
STEWARD_INTERPOSED void AnnotateMutexIsUsedAsCondVar(File, int, Any) {}
STEWARD_INTERPOSED void AnnotatePCQCreate(File, int, Any) {}
STEWARD_INTERPOSED void AnnotatePCQDestroy(File, int, Any) {}
STEWARD_INTERPOSED void AnnotatePublishMemoryRange(File, int, Any, std::size_t) {}
STEWARD_INTERPOSED void AnnotateUnpublishMemoryRange(File, int, Any, std::size_t) {}
STEWARD_INTERPOSED void AnnotateTraceMemory(File, int, Any) {}
STEWARD_INTERPOSED void AnnotateFlushState(File, int) {}
STEWARD_INTERPOSED void AnnotateFlushExpectedRaces(File, int) {}
STEWARD_INTERPOSED void AnnotateExpectRace(File, int, Any, File) {}
STEWARD_INTERPOSED void AnnotateEnableRaceDetection(File, int, int) {}
STEWARD_INTERPOSED void AnnotateMemoryIsInitialized(File, int, Any, std::size_t) {}
STEWARD_INTERPOSED void AnnotateMemoryIsUninitialized(File, int, Any, std::size_t) {}
STEWARD_INTERPOSED void AnnotateNoOp(File, int, Any) {}
