// Something to report that is not a race, on its way to the tool.
#pragma once

#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "channel/encoder.h"
#include "core/event/types.h"
#include "runtime/analysis/chains.h"
#include "runtime/report/words.h"
#include "runtime/state/call_stack.h"

namespace steward {

class Remark {
 public:
  // `kind`: as in the report's JSON. `type`: ThreadSanitizer's word, which programs that look at
  // their reports know.
  Remark(Heap& heap, const Contexts& contexts, const char* kind, const char* type)
      : message(heap),
        contexts_(contexts),
        kind_(kind),
        type_(type),
        threads_(heap),
        locks_(heap),
        stacks_(heap),
        places_(heap) {}

  Words message;

  void about(ThreadId thread) { add(threads_, thread); }
  void about(LockId lock) { add(locks_, lock); }
  // The first stack is the one that the remark is recognised by. `caption` may be empty.
  void stack(const Words& caption, std::uint64_t counter, ChainId calls);

  const char* type() const { return type_; }
  const Vector<ThreadId>& threads() const { return threads_; }
  const Vector<LockId>& locks() const { return locks_; }
  struct Place {
    std::uint64_t counter;
    ChainId calls;
  };
  const Vector<Place>& places() const { return places_; }
  channel::Encoder body() const;

 private:
  template <class Id>
  static void add(Vector<Id>& list, Id id) {
    for (const Id known : list)
      if (known == id) return;
    list.push_back(id);
  }

  const Contexts& contexts_;
  const char* const kind_;
  const char* const type_;
  Vector<ThreadId> threads_;
  Vector<LockId> locks_;
  channel::Encoder stacks_;
  Vector<Place> places_;  // of the stacks
};

// Adds a stack as the tool expects it: addresses inside the calls, the innermost first, without the
// runtime's own.
void add_stack(channel::Encoder& body, const Contexts& contexts, Heap& heap, std::uint64_t counter,
               ChainId calls);

}  // namespace steward
