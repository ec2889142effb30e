// Locksets written down plainly: which lock, how.
#pragma once

#include <map>

#include "core/lockset/lockset.h"
#include "unit/operations.h"

namespace steward {

using ModelLockset = std::map<std::uint32_t, LockMode>;

inline bool protect(const ModelLockset& a, const ModelLockset& b) {
  for (const auto& [lock, mode] : a) {
    const auto other = b.find(lock);
    if (other != b.end() && (mode == LockMode::exclusive || other->second == LockMode::exclusive))
      return true;
  }
  return false;
}
inline bool holds(const ModelLockset& set, std::uint32_t lock, LockMode mode) {
  const auto found = set.find(lock);
  return found != set.end() && (found->second == LockMode::exclusive || mode == LockMode::shared);
}
inline bool is_subset(const ModelLockset& a, const ModelLockset& b) {
  for (const auto& [lock, mode] : a)
    if (!holds(b, lock, mode)) return false;
  return true;
}

// Ids far apart, as addresses of locks are.
inline LockId lock_id(std::uint32_t lock) { return LockId(0x7f00'0000'0000u + lock * 40u); }

inline const Lockset* intern(Locksets& sets, const ModelLockset& model) {
  const Lockset* set = sets.empty();
  for (const auto& [lock, mode] : model) set = sets.with(set, lock_id(lock), mode);
  return set;
}
inline ModelLockset to_model(const Locksets& sets, const Lockset* set) {
  ModelLockset model;
  for (const LockLabel& label : set->labels()) {
    const HeldLock held = sets.held(label);
    model[static_cast<std::uint32_t>((held.lock.value() - lock_id(0).value()) / 40)] = held.mode;
  }
  return model;
}

inline LockMode any_mode(Draw& draw) {
  return draw.flip() ? LockMode::exclusive : LockMode::shared;
}

}  // namespace steward
