// A report as the program itself may look at it, while it is being told of it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "runtime/analysis/chains.h"

namespace steward {

struct ReportView {
  ReportView(Heap& heap, const char* what)
      : description(what), accesses(heap), stacks(heap), locks(heap), threads(heap) {}

  struct Access {
    ThreadId thread;
    AddressRange bytes;
    AccessKind kind;
    std::uint64_t counter;
    ChainId calls;
  };
  struct Stack {
    std::uint64_t counter;
    ChainId calls;
  };

  const char* description;
  Vector<Access> accesses;  // the later one first
  std::optional<Address> location;
  Vector<Stack> stacks;  // other than those of accesses
  Vector<LockId> locks;
  Vector<ThreadId> threads;

  void add_lock(LockId lock) { add(locks, lock); }
  void add_thread(ThreadId thread) { add(threads, thread); }

 private:
  template <class Id>
  static void add(Vector<Id>& list, Id id) {
    for (const Id known : list)
      if (known == id) return;
    list.push_back(id);
  }
};

}  // namespace steward
