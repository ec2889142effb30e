// The analysis of this library as it is: for those who are called too often to go through Analysis.
#pragma once

#include "runtime/analysis/analysis.h"
#include "runtime/control/events.h"
#ifdef STEWARD_RECORDS
#include "runtime/record/recording.h"
#endif
// The file that says which one it is has the class Chosen.
#ifndef STEWARD_ANALYSIS
#define STEWARD_ANALYSIS "runtime/per_analysis/fasttrack.h"
#endif
#include STEWARD_ANALYSIS

namespace steward {

#ifdef STEWARD_RECORDS
using Detector = Recording<Chosen>;
#else
using Detector = Chosen;
#endif

// At the same place in every life of the library: no pointer has to be followed to it.
class LiveAnalysis : public Analysis {
 public:
  explicit LiveAnalysis(Runtime& runtime) : detector(runtime) {}
  static LiveAnalysis& get() { return *reinterpret_cast<LiveAnalysis*>(storage_); }

  Detector detector;

 private:
  friend Analysis& make_analysis(Runtime& runtime);
  [[gnu::visibility("hidden")]] static char storage_[];
};

// REQUIRES: the runtime is there.
inline Detector& live_detector() { return LiveAnalysis::get().detector; }
inline Detector::Thread& live(Analysis::Thread& t) {
  return reinterpret_cast<Detector::Thread&>(t);
}

// Where the access comes from, for analyses that ask.
[[gnu::always_inline]] inline LiveOrigin live_origin(const Scope& scope, AccessKind kind,
                                                     AddressRange range) {
  return Detector::kSelects ? LiveOrigin(0, kind) : scope.origin(kind, range);
}

// Whether the calling thread's access is one that its epoch has told already. Dormant: all are.
[[gnu::always_inline]] inline bool is_known_access(AccessKind kind, const void* begin,
                                                   std::size_t size) {
  if (runtime() == nullptr) return true;
  const ThreadState* const t = current_thread;
  return t != nullptr &&
         live_detector().repeats(live(*t->analysis), kind, Scope::range_of(begin, size));
}

// The same of an atomic load. That one acquires nothing new know only analyses with a short way.
// `D` is the analysis: others need not know of it.
template <class D = Detector>
[[gnu::always_inline]] inline bool is_known_load(const void* begin, std::size_t size,
                                                 MemoryOrder order) {
  if constexpr (D::kHasShortWay) {
    if (runtime() == nullptr) return true;
    const ThreadState* const t = current_thread;
    const D& detector = live_detector();
    return t != nullptr &&
           detector.repeats_load(live(*t->analysis), order, Scope::range_of(begin, size));
  } else {
    return order == MemoryOrder::relaxed && is_known_access(AccessKind::atomic_read, begin, size);
  }
}

}  // namespace steward
