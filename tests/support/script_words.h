// The words of the script language, shared by its parser and its printer.
#pragma once

#include "core/event/event.h"

namespace steward {

const char* script_word(EventKind kind);
const char* script_word(MemoryOrder order);
const char* script_word(Untracked what);

constexpr bool names_lock(EventKind kind) { return is_lock_operation(kind); }
constexpr bool names_condition(EventKind kind) {
  return kind == EventKind::wait || kind == EventKind::signal || kind == EventKind::wake;
}
constexpr bool names_message(EventKind kind) {
  return kind == EventKind::send || kind == EventKind::receive;
}
constexpr bool marks_region(EventKind kind) {
  return kind == EventKind::untracked_begin || kind == EventKind::untracked_end;
}

}  // namespace steward
