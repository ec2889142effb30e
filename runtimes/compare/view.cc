#include "compare/view.h"

#include <algorithm>

namespace steward::compare {
namespace {

// Where atomic operations go that are to order threads and to be no accesses: there is nothing
// else.
constexpr std::uint64_t kElsewhere = std::uint64_t{1} << 56;

bool is_region_or_switch(EventKind kind) {
  return kind == EventKind::switch_identity || kind == EventKind::untracked_begin ||
         kind == EventKind::untracked_end;
}
// To begin and end threads of the language is a part of saying which one runs.
bool is_of_lives(EventKind kind) {
  return kind == EventKind::fork || kind == EventKind::start || kind == EventKind::end ||
         kind == EventKind::join;
}

}  // namespace

std::span<const Event> View::see(const Event& event) {
  count_ = 0;
  thread_ = attribution_.current(event.thread);
  tracked_ = attribution_.attribute(event).has_value();
  if (is_region_or_switch(event.kind)) return {};
  if (configuration_.no_thread && is_of_lives(event.kind) && thread_ != event.thread) return {};
  if (event.kind == EventKind::clear && configuration_.no_clear) return {};
  if (event.kind == EventKind::copy && configuration_.no_copy) return {};
  if (is_access(event.kind) && !configuration_.stacks && is_on_stack(event)) return {};

  Event seen = event;
  if (!configuration_.no_thread) seen.thread = thread_;
  if (tracked_) add(seen);
  else see_untracked(seen);
  return {seen_, count_};
}

void View::see_untracked(const Event& event) {
  if (is_atomic(event.kind)) take_apart(event);
  else if (is_access(event.kind) ? configuration_.all_memory : configuration_.all_synchronization)
    add(event);
}

// To who sees all memory, an access like all others, as it is to a detector of machine code; to who
// sees all synchronization, what it orders. First it learns, then it accesses, then it passes on.
void View::take_apart(const Event& atomic) {
  Event elsewhere = atomic;
  elsewhere.range.begin = Address(atomic.range.begin.value() + kElsewhere);
  const bool writes = atomic.kind != EventKind::atomic_load;
  if (configuration_.all_synchronization && atomic.kind != EventKind::atomic_store) {
    Event learns = elsewhere;
    learns.kind = EventKind::atomic_load;
    if (atomic.order == MemoryOrder::release) learns.order = MemoryOrder::relaxed;
    add(learns);
  }
  if (configuration_.all_memory) {
    Event accesses = atomic;
    accesses.kind = writes ? EventKind::write : EventKind::read;
    add(accesses);
  }
  if (configuration_.all_synchronization && writes) add(elsewhere);
}

bool View::is_on_stack(const Event& event) const {
  return std::any_of(stacks_.begin(), stacks_.end(), [&](AddressRange stack) {
    return event.range.begin.value() - stack.begin.value() < stack.size;
  });
}

}  // namespace steward::compare
