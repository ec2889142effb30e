// A set of bytes: the locations that one phase of an analysis hands to the next.
#pragma once

#include "base/heap.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "core/policy/shadow.h"

namespace steward {

// Thread safety: none while bytes are added; then any number of readers.
class Selection {
 public:
  explicit Selection(Heap& heap) : bytes_(heap, heap) {}

  void add(AddressRange range) {
    bytes_.update(range, [](Flag& flag, ByteSet) { flag.set = true; });
  }
  // f(AddressRange) for each selected run in `range`; runs that touch may come separately.
  template <class F>
  void for_each_selected(AddressRange range, F&& f) {
    bytes_.visit(range, [&](const Flag&, ByteSet bytes) { bytes.for_each_run(f); });
  }

 private:
  struct Flag {
    using Owner = Heap;
    bool set = false;
    void copy_to(Flag& empty, Heap&) const { empty.set = set; }
    void clear(Heap&) { set = false; }
    bool same_as(const Flag& other) const { return set == other.set; }
  };
  Shadow<Flag, Sequential> bytes_;
};

}  // namespace steward
