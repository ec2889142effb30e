#include "support/reads_from.h"

#include <algorithm>

#include "support/byte_states.h"

namespace steward::oracle {
namespace {

using Stores = std::vector<std::size_t>;

// Walks back from the store read: each store on the way is a head, and the way goes on only
// through read-modify-writes.
void collect_heads(const Execution& x, const Stores& stores, std::size_t age, Stores& heads) {
  if (age >= stores.size()) return;
  for (std::size_t k = stores.size() - 1 - age;; --k) {
    heads.push_back(stores[k]);
    if (k == 0 || x.event(stores[k]).kind != EventKind::atomic_rmw) return;
  }
}

void remove_duplicates(Stores& stores) {
  std::sort(stores.begin(), stores.end());
  stores.erase(std::unique(stores.begin(), stores.end()), stores.end());
}

}  // namespace

std::vector<Stores> heads_read(const Execution& x) {
  std::vector<Stores> heads(x.size());
  ByteStates<Stores> memory;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Event& e = x.event(i);
    if (!x.counts(i)) continue;
    memory.follow(e);
    if (!x.is_access(i)) continue;
    for (Address byte = e.range.begin; byte < e.range.end(); byte = byte + 1) {
      Stores& stores = memory.at(byte);
      switch (e.kind) {
        case EventKind::atomic_load: collect_heads(x, stores, e.store_age, heads[i]); break;
        case EventKind::atomic_rmw: collect_heads(x, stores, 0, heads[i]); [[fallthrough]];
        case EventKind::atomic_store: stores.push_back(i); break;
        case EventKind::write:
        case EventKind::free: stores.clear(); break;
        default: break;
      }
    }
    remove_duplicates(heads[i]);
  }
  return heads;
}

}  // namespace steward::oracle
