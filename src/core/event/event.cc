#include "core/event/event.h"

namespace steward {

const char* name_of(EventKind kind) {
  switch (kind) {
    case EventKind::read: return "read";
    case EventKind::write: return "write";
    case EventKind::atomic_load: return "atomic_load";
    case EventKind::atomic_store: return "atomic_store";
    case EventKind::atomic_rmw: return "atomic_rmw";
    case EventKind::fence: return "fence";
    case EventKind::acquire: return "acquire";
    case EventKind::release: return "release";
    case EventKind::acquire_shared: return "acquire_shared";
    case EventKind::release_shared: return "release_shared";
    case EventKind::fork: return "fork";
    case EventKind::start: return "start";
    case EventKind::end: return "end";
    case EventKind::join: return "join";
    case EventKind::wait: return "wait";
    case EventKind::signal: return "signal";
    case EventKind::wake: return "wake";
    case EventKind::send: return "send";
    case EventKind::receive: return "receive";
    case EventKind::alloc: return "alloc";
    case EventKind::free: return "free";
    case EventKind::clear: return "clear";
    case EventKind::copy: return "copy";
    case EventKind::switch_identity: return "switch_identity";
    case EventKind::untracked_begin: return "untracked_begin";
    case EventKind::untracked_end: return "untracked_end";
  }
  return "unknown";
}

const char* name_of(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::relaxed: return "relaxed";
    case MemoryOrder::acquire: return "acquire";
    case MemoryOrder::release: return "release";
    case MemoryOrder::acq_rel: return "acq_rel";
    case MemoryOrder::seq_cst: return "seq_cst";
  }
  return "unknown";
}

}  // namespace steward
