// Whose event is it, and does it count? The one place that knows about thread identity (a carrier
// runs one language thread after the other) and untracked regions.
//
// A carrier carries itself until its first switch. Untracked regions belong to the language thread
// that opened them, nest, and travel with it from carrier to carrier; a switch is never dropped.
#pragma once

#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/event/event.h"

namespace steward {

class Attribution {
 public:
  explicit Attribution(Heap& heap) : carried_(heap), regions_(heap) {}

  // The language thread that `e` counts for; nothing if it is dropped or is itself one of the
  // events handled here (switches and region marks), which no detector needs to see.
  [[gnu::always_inline]] std::optional<ThreadId> attribute(const Event& e) {
    if (is_access(e.kind) && carried_.empty() && regions_.empty()) [[likely]]
      return e.thread;
    return attribute_by_state(e);
  }

  // The language thread that `carrier` carries now.
  ThreadId current(ThreadId carrier) const {
    if (carried_.empty()) return carrier;
    const ThreadId* thread = carried_.find(carrier);
    return thread == nullptr ? carrier : *thread;
  }

 private:
  [[gnu::noinline]] std::optional<ThreadId> attribute_by_state(const Event& e) {
    const ThreadId thread = current(e.thread);
    switch (e.kind) {
      case EventKind::switch_identity:
        carried_.insert_or_assign(e.thread, e.other());
        return std::nullopt;
      case EventKind::untracked_begin: count(thread, e.untracked, +1); return std::nullopt;
      case EventKind::untracked_end: count(thread, e.untracked, -1); return std::nullopt;
      default: break;
    }
    if (regions_.empty()) return thread;
    const Depth* depth = regions_.find(thread);
    if (depth != nullptr && depth->drops(e.kind)) return std::nullopt;
    return thread;
  }

  struct Depth {
    std::uint32_t accesses = 0;
    std::uint32_t synchronization = 0;

    // alloc, clear and copy are what a run-time system says about memory, mostly from inside its
    // own untracked regions: they always count.
    bool drops(EventKind kind) const {
      if (is_access(kind)) return accesses > 0;
      if (kind == EventKind::alloc || kind == EventKind::clear || kind == EventKind::copy)
        return false;
      return synchronization > 0;
    }
  };

  void count(ThreadId thread, Untracked what, int step) {
    Depth& depth = regions_.find_or_insert(thread);
    const auto bits = static_cast<unsigned>(what);
    if (bits & static_cast<unsigned>(Untracked::accesses)) bump(depth.accesses, step);
    if (bits & static_cast<unsigned>(Untracked::synchronization)) bump(depth.synchronization, step);
  }
  // An end without a begin changes nothing.
  static void bump(std::uint32_t& depth, int step) {
    if (step > 0) ++depth;
    else if (depth > 0) --depth;
  }

  HashMap<ThreadId, ThreadId> carried_;
  HashMap<ThreadId, Depth> regions_;
};

}  // namespace steward
