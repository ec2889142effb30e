#include "trace/held_locks.h"

#include <algorithm>

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

void HeldLocks::remove(LockId lock, const Holder* holder) {
  std::vector<Holder>& holders = holders_[lock.value()];
  holders.erase(holders.begin() + (holder - holders.data()));
  if (holders.empty()) holders_.erase(lock.value());
}

bool HeldLocks::forget_ignored(LockId lock, ThreadId thread) {
  const auto found = ignored_.find(lock.value());
  if (found == ignored_.end() || found->second.erase(thread.value()) == 0) return false;
  if (found->second.empty()) ignored_.erase(found);
  return true;
}

bool HeldLocks::give_up_for_upgrade(LockId lock, ThreadId thread, LockMode mode) {
  const Holder* holder = find(lock, thread);
  if (holder == nullptr || holder->mode == mode || mode == LockMode::shared) return false;
  remove(lock, holder);
  return true;
}

bool HeldLocks::acquire_again(LockId lock, ThreadId thread, LockMode mode) {
  Holder* holder = find(lock, thread);
  if (holder == nullptr) return false;
  ++holder->nested[index_of(mode)];
  return true;
}

std::optional<HeldLocks::Holder> HeldLocks::excluding(LockId lock, LockMode mode) const {
  const auto found = holders_.find(lock.value());
  if (found == holders_.end()) return std::nullopt;
  const Holder& first = found->second.front();
  // Holders share the lock, or there is only one.
  if (mode == LockMode::shared && first.mode == LockMode::shared) return std::nullopt;
  return first;
}

void HeldLocks::acquire(LockId lock, const Holder& holder) {
  forget_ignored(lock, holder.thread);
  holders_[lock.value()].push_back(holder);
}

void HeldLocks::take_from(LockId lock, ThreadId thread) {
  remove(lock, find(lock, thread));
  ignore_release(lock, thread);
}

std::vector<HeldLocks::Hold> HeldLocks::held_by(ThreadId thread) const {
  std::vector<Hold> held;
  for (const auto& [lock, holders] : holders_)
    for (const Holder& holder : holders)
      if (holder.thread == thread) held.push_back({LockId(lock), holder});
  std::sort(held.begin(), held.end(),
            [](const Hold& a, const Hold& b) { return a.lock.value() < b.lock.value(); });
  return held;
}

HeldLocks::Release HeldLocks::release(LockId lock, ThreadId thread, LockMode mode) {
  Holder* holder = find(lock, thread);
  if (holder == nullptr) {
    const bool late = forget_ignored(lock, thread);
    return late || excluding(lock, mode) ? Release::not_held : Release::unseen;
  }
  std::uint32_t& nested = holder->nested[index_of(mode)];
  if (nested > 0) {
    --nested;
    return Release::nested;
  }
  if (holder->mode != mode) return Release::not_held;
  remove(lock, holder);
  return Release::real;
}

}  // namespace steward
