// The other direction of script.h: events as a script.
#include <sstream>

#include "support/script.h"
#include "support/script_words.h"

namespace steward {

const char* script_word(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::relaxed: return "rlx";
    case MemoryOrder::acquire: return "acq";
    case MemoryOrder::release: return "rel";
    case MemoryOrder::acq_rel: return "acq_rel";
    case MemoryOrder::seq_cst: return "sc";
  }
  return "?";
}

const char* script_word(Untracked what) {
  switch (what) {
    case Untracked::accesses: return "accesses";
    case Untracked::synchronization: return "sync";
    case Untracked::both: return "both";
  }
  return "?";
}

const char* script_word(EventKind kind) {
  switch (kind) {
    case EventKind::read: return "r";
    case EventKind::write: return "w";
    case EventKind::atomic_load: return "load";
    case EventKind::atomic_store: return "store";
    case EventKind::atomic_rmw: return "rmw";
    case EventKind::acquire: return "lock";
    case EventKind::release: return "unlock";
    case EventKind::acquire_shared: return "rlock";
    case EventKind::release_shared: return "runlock";
    case EventKind::receive: return "recv";
    case EventKind::switch_identity: return "switch";
    case EventKind::untracked_begin: return "untracked";
    case EventKind::untracked_end: return "tracked";
    default: return name_of(kind);
  }
}

namespace {

std::string hex(Address address) {
  std::ostringstream text;
  text << "0x" << std::hex << address.value();
  return text.str();
}

void put_operands(std::ostream& out, const Event& e) {
  if (e.kind == EventKind::copy) out << ' ' << hex(e.copy_from());
  if (has_range(e.kind)) out << ' ' << hex(e.range.begin) << ':' << e.range.size;
  if (has_order(e.kind)) out << ' ' << script_word(e.order);
  if (e.kind == EventKind::atomic_load) out << ' ' << int{e.store_age};
  if (names_thread(e.kind)) out << " T" << e.other().value();
  if (marks_region(e.kind)) out << ' ' << script_word(e.untracked);
  if (names_lock(e.kind) || names_condition(e.kind) || names_message(e.kind)) {
    out << " #" << e.operand;
  }
  if (e.kind == EventKind::wait) out << " #" << e.wait_lock().value();
}

}  // namespace

std::string to_script(const Event& e) {
  std::ostringstream out;
  out << 'T' << e.thread.value() << ": " << script_word(e.kind);
  put_operands(out, e);
  out << " @" << e.site.value();
  return out.str();
}

std::string to_script(std::span<const Event> events) {
  std::string text;
  for (const Event& e : events) text += to_script(e) + '\n';
  return text;
}

}  // namespace steward
