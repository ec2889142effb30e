#include "trace/held_locks.h"

namespace steward {
namespace {

std::size_t index_of(LockMode mode) { return static_cast<std::size_t>(mode); }

}  // namespace

HeldLocks::Holder* HeldLocks::find(LockId lock, ThreadId thread) {
  const auto found = holders_.find(lock.value());
  if (found == holders_.end()) return nullptr;
  for (Holder& holder : found->second)
    if (holder.thread == thread) return &holder;
  return nullptr;
}

void HeldLocks::remove(LockId lock, std::size_t position) {
  std::vector<Holder>& holders = holders_[lock.value()];
  holders.erase(holders.begin() + static_cast<std::ptrdiff_t>(position));
  if (holders.empty()) holders_.erase(lock.value());
}

bool HeldLocks::acquire_again(LockId lock, ThreadId thread, LockMode mode) {
  Holder* holder = find(lock, thread);
  if (holder == nullptr) return false;
  ++holder->nested[index_of(mode)];
  return true;
}

std::optional<HeldLocks::Holder> HeldLocks::take_from_other(LockId lock, LockMode mode) {
  const auto found = holders_.find(lock.value());
  if (found == holders_.end()) return std::nullopt;
  const Holder first = found->second.front();
  // Holders share the lock, or there is only one.
  if (mode == LockMode::shared && first.mode == LockMode::shared) return std::nullopt;
  remove(lock, 0);
  return first;
}

HeldLocks::Release HeldLocks::release(LockId lock, ThreadId thread, LockMode mode) {
  Holder* holder = find(lock, thread);
  if (holder == nullptr) return Release::not_held;
  std::uint32_t& nested = holder->nested[index_of(mode)];
  if (nested > 0) {
    --nested;
    return Release::nested;
  }
  if (holder->mode != mode) return Release::not_held;
  remove(lock, static_cast<std::size_t>(holder - holders_[lock.value()].data()));
  return Release::real;
}

}  // namespace steward
