#include "support/oracle.h"

namespace steward::oracle {
namespace {

bool writes(EventKind kind) { return kind != EventKind::read && kind != EventKind::atomic_load; }

bool atomically(EventKind kind) {
  return kind == EventKind::atomic_load || kind == EventKind::atomic_store ||
         kind == EventKind::atomic_rmw;
}

}  // namespace

bool conflicting(const Execution& x, std::size_t i, std::size_t j) {
  const EventKind a = x.event(i).kind;
  const EventKind b = x.event(j).kind;
  if (x.thread(i) == x.thread(j)) return false;
  return (writes(a) || writes(b)) && !(atomically(a) && atomically(b));
}

bool covers(const Execution& x, std::size_t i, std::size_t n) {
  const EventKind earlier = x.event(i).kind;
  const EventKind later = x.event(n).kind;
  return (writes(earlier) || !writes(later)) && (!atomically(earlier) || atomically(later));
}

}  // namespace steward::oracle
