#include "support/simple_oracle.h"

#include <algorithm>
#include <optional>
#include <set>

#include "support/byte_states.h"

namespace steward::oracle {
namespace {

class AccessSet {
 public:
  void add(const Execution& x, std::size_t i) {
    const AccessKind kind = access_kind(x.event(i).kind);
    const bool writes = kind != AccessKind::read && kind != AccessKind::atomic_read;
    const bool atomic = kind == AccessKind::atomic_read || kind == AccessKind::atomic_write;
    const std::set<LockId> locks = counted_locks(x.locks(i), writes);
    if (threads_.empty()) {
      common_ = locks;
    } else {
      std::erase_if(common_, [&](LockId lock) { return !locks.contains(lock); });
    }
    threads_.insert(x.thread(i));
    has_write_ |= writes;
    has_plain_ |= !atomic;
  }

  bool racy() const { return has_write_ && has_plain_ && threads_.size() > 1 && common_.empty(); }

 private:
  static std::set<LockId> counted_locks(const Locks& held, bool only_exclusive) {
    std::set<LockId> locks;
    for (const Held& h : held) {
      if (!only_exclusive || h.mode == LockMode::exclusive) locks.insert(h.lock);
    }
    return locks;
  }

  std::set<ThreadId> threads_;
  std::set<LockId> common_;
  bool has_write_ = false;
  bool has_plain_ = false;
};

struct OwnedByte {
  std::optional<ThreadId> owner;
  bool shared = false;
  std::size_t last_of_owner = 0;
  AccessSet of_owner;
  AccessSet counted;
  bool raced = false;
};

// Whether access j enters the set; brings the owner's accesses in first where they count.
bool enters(const Execution& x, const Order& limited, std::size_t j, OwnedByte& byte) {
  if (byte.shared) return true;
  if (!byte.owner) byte.owner = x.thread(j);
  if (*byte.owner == x.thread(j)) {
    byte.of_owner.add(x, j);
    byte.last_of_owner = j;
    return false;
  }
  byte.shared = true;
  if (!limited.before(byte.last_of_owner, j)) byte.counted = byte.of_owner;
  return true;
}

struct Object {
  std::optional<ThreadId> owner;
  bool shared = false;
};

struct ByteOfObject {
  std::optional<std::size_t> block;
  Object itself;  // outside any block
  AccessSet counted;
  bool raced = false;
};

bool enters(const Execution& x, std::size_t j, std::vector<Object>& blocks, ByteOfObject& byte) {
  Object& object = byte.block ? blocks[*byte.block] : byte.itself;
  if (!object.owner) object.owner = x.thread(j);
  if (*object.owner != x.thread(j)) object.shared = true;
  return object.shared;
}

template <class State, class Enters>
void access(const Execution& x, std::size_t j, ByteStates<State>& memory,
            std::vector<FirstRace>& found, Enters enters_set) {
  const AddressRange range = x.event(j).range;
  for (Address byte = range.begin; byte < range.end(); byte = byte + 1) {
    State& state = memory.at(byte);
    if (!enters_set(state)) continue;
    state.counted.add(x, j);
    if (state.raced || !state.counted.racy()) continue;
    state.raced = true;
    found.push_back({byte, memory.incarnation(byte), j});
  }
}

}  // namespace

std::vector<FirstRace> simple_first_races(const Execution& x, const Order& limited) {
  std::vector<FirstRace> found;
  ByteStates<OwnedByte> memory;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (!x.counts(j)) continue;
    memory.follow(x.event(j));
    if (!x.is_access(j)) continue;
    access(x, j, memory, found, [&](OwnedByte& byte) { return enters(x, limited, j, byte); });
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<FirstRace> simple_paper_first_races(const Execution& x) {
  std::vector<FirstRace> found;
  std::vector<Object> blocks;
  ByteStates<ByteOfObject> memory;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Event& e = x.event(j);
    if (!x.counts(j)) continue;
    memory.follow(e);
    if (e.kind == EventKind::alloc) {
      for (Address byte = e.range.begin; byte < e.range.end(); byte = byte + 1) {
        memory.at(byte).block = blocks.size();
      }
      blocks.emplace_back();
    }
    if (!x.is_access(j)) continue;
    access(x, j, memory, found, [&](ByteOfObject& byte) { return enters(x, j, blocks, byte); });
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace steward::oracle
