// Random events: every kind with every operand it can have, sensible or not.
#pragma once

#include <cstdint>
#include <rapidcheck.h>

#include "core/event/event.h"

namespace steward::testing {

// Small numbers, so that things repeat; numbers of any length, so that every encoding occurs.
inline std::uint64_t any_number() {
  const int bits = *rc::gen::element(2, 3, 8, 20, 32, 48, 64);
  const auto value = *rc::gen::resize(200, rc::gen::arbitrary<std::uint64_t>());
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}
inline std::uint32_t any_small_number() { return static_cast<std::uint32_t>(any_number()); }

inline Event any_event() {
  Event e;
  e.kind = static_cast<EventKind>(*rc::gen::inRange(0, kEventKinds));
  e.thread = ThreadId(any_small_number());
  e.site = SiteId(any_small_number());
  if (has_order(e.kind)) e.order = static_cast<MemoryOrder>(*rc::gen::inRange(0, 5));
  if (e.kind == EventKind::atomic_load) e.store_age = *rc::gen::arbitrary<std::uint8_t>();
  if (has_range(e.kind)) e.range = {Address(any_number()), any_number()};
  if (e.kind == EventKind::wait) e.range.begin = Address(any_number());
  if (names_thread(e.kind)) e.operand = any_small_number();
  const bool on_object =
      is_lock_operation(e.kind) || (e.kind >= EventKind::wait && e.kind <= EventKind::receive);
  if (on_object || e.kind == EventKind::copy) e.operand = any_number();
  if (e.kind == EventKind::untracked_begin || e.kind == EventKind::untracked_end)
    e.untracked = static_cast<Untracked>(*rc::gen::inRange(1, 4));
  return e;
}

}  // namespace steward::testing
