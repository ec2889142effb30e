// goldilocks: precise races by Goldilocksets (Elmas, Qadeer, Tasiran). An access is race-free if
// its thread is in the set of each earlier access that conflicts with it (rule 3).
//
// Which accesses are remembered, and which conflict, is as in fasttrack; what orders them comes
// from sets of threads and tokens that are evaluated when somebody asks: goldilocks_order.h.
#pragma once

#include <utility>

#include "core/detect/detector.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks_order.h"
#include "core/detect/vector_clock_detector.h"

namespace steward {

template <class Policy>
class Goldilocks : public VectorClockDetector<WithTokens<Policy>, FastTrackCell, GoldilocksOrder> {
 public:
  using Base = VectorClockDetector<WithTokens<Policy>, FastTrackCell, GoldilocksOrder>;
  using Sets = typename Base::Order::Sets;

  Goldilocks(Heap& heap, DetectorOptions options, GoldilocksOptions how, Report<Policy> report)
      : Base(heap, options, report, how) {}

  // The Goldilockset of the last plain write of a byte, for people: on_thread(ThreadId),
  // on_token(TokenName). Nothing is called if there is none.
  template <class OnThread, class OnToken>
  void show(Address byte, OnThread&& on_thread, OnToken&& on_token) {
    bool first = true;
    this->for_each_earlier(byte, AccessKind::read, [&](Epoch write) {
      if (std::exchange(first, false)) show(write, on_thread, on_token);
    });
  }
  // That of what was accessed then.
  template <class OnThread, class OnToken>
  void show(Epoch segment, OnThread&& on_thread, OnToken&& on_token) {
    this->order().with_sets([&](Sets& sets) { sets.show(segment, on_thread, on_token); });
  }
};

}  // namespace steward
