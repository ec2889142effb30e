// Phase one of prediction in two phases: `simple` over everything, to select the bytes that phase
// two (`hybrid`) watches in detail.
#pragma once

#include "base/heap.h"
#include "core/detect/selection.h"
#include "core/detect/simple.h"
#include "core/event/types.h"

namespace steward {

template <class Policy>
class Selector : public Simple<Policy> {
 public:
  Selector(Heap& heap, LimitedOrderOptions options, Selection& selection)
      : Simple<Policy>(heap, options, selection, &selection), selection_(selection) {}

  // A copy joins two histories: that of its source must be watched to be known at its destination,
  // and may race there.
  void copy(Address from, AddressRange to) {
    selection_.add({from, to.size});
    selection_.add(to);
    Simple<Policy>::copy(from, to);
  }

 private:
  Selection& selection_;
};

}  // namespace steward
