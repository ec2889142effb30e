// What the front says goes to the analysis of this library.
#include "runtime/analysis/analysis.h"

#include <algorithm>
#include <new>

#include "runtime/per_analysis/live.h"

namespace steward {

alignas(LiveAnalysis) constinit char LiveAnalysis::storage_[sizeof(LiveAnalysis)] = {};

void Analysis::finish(Thread* t) {
  [&](auto& detector) {
    if constexpr (requires { detector.finish(&live(*t)); })
      detector.finish(t == nullptr ? nullptr : &live(*t));
  }(live_detector());
}
void Analysis::abandon() {
  [&](auto& detector) {
    if constexpr (requires { detector.abandon(); }) detector.abandon();
  }(live_detector());
}

bool Analysis::records() { return Detector::kRecords; }
void Analysis::untracked(Thread& t, Untracked what, bool begins) {
  [&](auto& detector) {
    if constexpr (requires { detector.untracked(live(t), what, begins); })
      detector.untracked(live(t), what, begins);
  }(live_detector());
}
void Analysis::carries(ThreadId carrier, ThreadId thread) {
  [&](auto& detector) {
    if constexpr (requires { detector.carries(carrier, thread); })
      detector.carries(carrier, thread);
  }(live_detector());
}

bool Analysis::judges_writes() { return Detector::kJudgesWrites; }
bool Analysis::selects() { return Detector::kSelects; }
// Only some care for these.
void Analysis::block_made(const Block& block) {
  [&](auto& detector) {
    if constexpr (requires { detector.block_made(block); }) detector.block_made(block);
  }(live_detector());
}
void Analysis::select(AddressRange range, bool watched) {
  [&](auto& detector) {
    if constexpr (requires { detector.select(range, watched); }) detector.select(range, watched);
  }(live_detector());
}
void Analysis::for_each_access(Address byte, FunctionRef<void(LiveOrigin)> f) {
  [&](auto& detector) {
    if constexpr (requires { detector.for_each_access(byte, f); })
      detector.for_each_access(byte, f);
  }(live_detector());
}
void Analysis::for_each_owner(Epoch when, FunctionRef<void(ThreadId)> thread,
                              FunctionRef<void(TokenName)> token) {
  [&](auto& detector) {
    if constexpr (requires { detector.show(when, thread, token); })
      detector.show(when, thread, token);
  }(live_detector());
}
void Analysis::settle(SiteId a, SiteId b, KeptApart kept) {
  [&](auto& detector) {
    if constexpr (requires { detector.settle(a, b, kept); }) detector.settle(a, b, kept);
  }(live_detector());
}
void Analysis::mark_channel(LockId lock) {
  [&](auto& detector) {
    if constexpr (requires { detector.mark_channel(lock); }) detector.mark_channel(lock);
  }(live_detector());
}

Analysis& make_analysis(Runtime& runtime) {
  return *new (LiveAnalysis::storage_) LiveAnalysis(runtime);
}

Analysis::Thread& Analysis::thread(ThreadId id) {
  return reinterpret_cast<Thread&>(live_detector().thread(id));
}

void Analysis::read(Thread& t, AddressRange range, LiveOrigin origin) {
  live_detector().read(live(t), range, origin);
}
void Analysis::write(Thread& t, AddressRange range, LiveOrigin origin) {
  live_detector().write(live(t), range, origin);
}
void Analysis::free(Thread& t, AddressRange range, LiveOrigin origin) {
  live_detector().free(live(t), range, origin);
}
bool Analysis::repeats(Thread& t, AccessKind kind, AddressRange range) const {
  return [&](auto& detector) {
    if constexpr (Detector::kWatches) return detector.repeats(live(t), kind, range);
    else if constexpr (!Detector::kHasShortWay) return false;
    else {
      // Mostly the first word tells.
      const std::uint64_t in_word = kWordBytes - range.begin.value() % kWordBytes;
      const AddressRange first{range.begin, std::min(range.size, in_word)};
      return kind != AccessKind::free && detector.repeats(live(t), kind, first) &&
             detector.repeats(live(t), kind, range);
    }
  }(live_detector());
}
bool Analysis::has_looked(Thread& t, AddressRange range) const {
  return live_detector().repeats(live(t), AccessKind::atomic_read, range);
}
void Analysis::look(Thread& t, AddressRange range, LiveOrigin origin) {
  live_detector().atomically(live(t), range,
                             [&](auto operation) { operation.load(MemoryOrder::relaxed, origin); });
}
void Analysis::fence(Thread& t, MemoryOrder order) { live_detector().fence(live(t), order); }

void Analysis::acquire(Thread& t, LockId lock, LockMode mode) {
  live_detector().acquire(live(t), lock, mode);
}
void Analysis::release(Thread& t, LockId lock, LockMode mode) {
  live_detector().release(live(t), lock, mode);
}
void Analysis::fork(Thread& t, ThreadId child) { live_detector().fork(live(t), child); }
void Analysis::end(Thread& t) { live_detector().end(live(t)); }
void Analysis::join(Thread& t, ThreadId child) { live_detector().join(live(t), child); }
bool Analysis::knows(Thread& t, Thread& other) const {
  return live_detector().knows(live(t), live(other));
}
void Analysis::wait(Thread& t, ConditionId condition, LockId lock) {
  live_detector().wait(live(t), condition, lock);
}
void Analysis::signal(Thread& t, ConditionId condition) {
  live_detector().signal(live(t), condition);
}
void Analysis::wake(Thread& t, ConditionId condition) { live_detector().wake(live(t), condition); }
void Analysis::send(Thread& t, MessageId message) { live_detector().send(live(t), message); }
void Analysis::send_anew(Thread& t, MessageId message) {
  live_detector().send_anew(live(t), message);
}
void Analysis::receive(Thread& t, MessageId message) { live_detector().receive(live(t), message); }
void Analysis::receive_all(Thread& t) { live_detector().receive_all(live(t)); }

void Analysis::forget(LockId lock) { live_detector().forget(lock); }
void Analysis::forget(MessageId message) { live_detector().forget(message); }
void Analysis::forget(ConditionId condition) { live_detector().forget(condition); }

void Analysis::alloc(AddressRange range) { live_detector().alloc(range); }
void Analysis::clear(AddressRange range) { live_detector().clear(range); }
void Analysis::copy(Address from, AddressRange to) { live_detector().copy(from, to); }

void Analysis::forget_accesses() { live_detector().forget_accesses(); }
void Analysis::drop_shadow() { live_detector().drop_shadow(); }

}  // namespace steward
