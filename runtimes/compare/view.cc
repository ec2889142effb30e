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

std::optional<Event> View::see(const Event& event) {
  const ThreadId before = attribution_.current(event.thread);
  tracked_ = attribution_.attribute(event).has_value();
  thread_ = before;
  if (is_region_or_switch(event.kind)) return std::nullopt;

  Event seen = event;
  if (!configuration_.no_thread) seen.thread = before;
  else if (is_of_lives(event.kind) && before != event.thread) return std::nullopt;
  if (event.kind == EventKind::clear && configuration_.no_clear) return std::nullopt;
  if (event.kind == EventKind::copy && configuration_.no_copy) return std::nullopt;
  if (is_access(event.kind) && !configuration_.stacks && is_on_stack(event)) return std::nullopt;
  return tracked_ ? seen : untracked(seen);
}

std::optional<Event> View::untracked(Event event) const {
  if (!is_access(event.kind))
    return configuration_.all_synchronization ? std::optional(event) : std::nullopt;
  if (configuration_.all_memory) {
    // An access, that orders nothing.
    if (!configuration_.all_synchronization) event.order = MemoryOrder::relaxed;
    return event;
  }
  if (!is_atomic(event.kind) || !configuration_.all_synchronization) return std::nullopt;
  event.range.begin = Address(event.range.begin.value() + kElsewhere);
  return event;
}

bool View::is_on_stack(const Event& event) const {
  return std::any_of(stacks_.begin(), stacks_.end(), [&](AddressRange stack) {
    return event.range.begin.value() - stack.begin.value() < stack.size;
  });
}

}  // namespace steward::compare
