#include "support/trace_world.h"

#include <algorithm>

namespace steward {
namespace {

// A page boundary lies 16 bytes above.
constexpr Address kRegion{0x10ff0};

// Some atomics overlap, one lies across the page boundary.
constexpr std::array<AddressRange, 4> kAtomics = {{
    {kRegion + 0, 4},
    {kRegion + 8, 8},
    {kRegion + 12, 4},
    {kRegion + 14, 4},
}};

MemoryOrder order_for(EventKind kind, Choices& choices) {
  using enum MemoryOrder;
  constexpr std::array<MemoryOrder, 3> kLoads = {relaxed, acquire, seq_cst};
  constexpr std::array<MemoryOrder, 3> kStores = {relaxed, release, seq_cst};
  constexpr std::array<MemoryOrder, 5> kAll = {relaxed, acquire, release, acq_rel, seq_cst};
  if (kind == EventKind::atomic_load) return kLoads[choices.below(3)];
  if (kind == EventKind::atomic_store) return kStores[choices.below(3)];
  return kAll[choices.below(5)];
}

bool drops_synchronization(Untracked region) { return region != Untracked::accesses; }

}  // namespace

TraceWorld::TraceWorld(const Shape& shape) : shape_(shape) {
  events_.reserve(kLongestTrace);
  for (std::uint32_t root : {0u, 1u}) {
    threads_[root].life = Life::carried;
    carriers_[root] = {true, root};
  }
}

void TraceWorld::act(Action action, std::uint32_t pick, std::uint32_t bits) {
  Choices choices(bits);
  if (action == Action::switch_identity) {
    switch_identity(pick);
  } else if (pick_carrier(pick, choices)) {
    if (current().waiting) wake(choices);
    else perform(action, choices);
  } else if (action == Action::root) {
    give_birth(false, choices);
  }
}

// Most waits last until a signal, so that signals have somebody to reach; some end by themselves.
bool TraceWorld::pick_carrier(std::uint32_t pick, Choices choices) {
  const bool timeout = choices.below(8) == 0;
  for (std::uint32_t k = 0; k < kMaxThreads; ++k) {
    const std::uint32_t candidate = (pick + k) % kMaxThreads;
    if (!carriers_[candidate].exists || carriers_[candidate].thread == kNobody) continue;
    const auto& waiting = threads_[carriers_[candidate].thread].waiting;
    if (waiting && !waiting->signalled && !timeout) continue;
    carrier_ = candidate;
    return true;
  }
  return false;
}

void TraceWorld::perform(Action action, Choices choices) {
  switch (action) {
    case Action::read: return access(EventKind::read, choices);
    case Action::write: return access(EventKind::write, choices);
    case Action::guarded_read: return guarded_access(EventKind::read, choices);
    case Action::guarded_write: return guarded_access(EventKind::write, choices);
    case Action::atomic_load: return atomic(EventKind::atomic_load, choices);
    case Action::atomic_store: return atomic(EventKind::atomic_store, choices);
    case Action::atomic_rmw: return atomic(EventKind::atomic_rmw, choices);
    case Action::fence: return fence(choices);
    case Action::acquire: return acquire(LockMode::exclusive, choices);
    case Action::acquire_shared: return acquire(LockMode::shared, choices);
    case Action::release: return release(choices);
    case Action::fork: return give_birth(true, choices);
    case Action::root: return give_birth(false, choices);
    case Action::end: return end(choices);
    case Action::join: return join();
    case Action::wait: return wait(choices);
    case Action::signal: return signal(choices);
    case Action::send: return put(event::send(id(), MessageId(1 + choices.below(shape_.messages))));
    case Action::receive:
      return put(event::receive(id(), MessageId(1 + choices.below(shape_.messages))));
    case Action::alloc: return allocate(choices);
    case Action::free: return free_block(choices);
    case Action::clear: return put(event::clear(id(), range(choices)));
    case Action::copy: return copy(choices);
    case Action::switch_identity: return;
    case Action::untracked_begin: return begin_region(choices);
    case Action::untracked_end: return end_region(choices);
  }
}

void TraceWorld::put(Event e) {
  if (events_.size() < kLongestTrace) events_.push_back(e);
}

SiteId TraceWorld::site(Choices& choices) { return SiteId(1 + choices.below(shape_.sites)); }

void TraceWorld::access(EventKind kind, Choices& choices) {
  const SiteId where = site(choices);
  put(event::on_range(kind, id(), range(choices), where));
}

void TraceWorld::guarded_access(EventKind kind, Choices& choices) {
  const SiteId where = site(choices);
  const std::uint32_t word = choices.below((shape_.bytes + 7) / 8);
  const std::uint32_t lock = word % shape_.locks;
  const AddressRange bytes{kRegion + 8 * word, std::uint64_t{1} << choices.below(4)};
  const bool held = std::any_of(current().held.begin(), current().held.end(),
                                [&](const HeldLock& h) { return h.lock == lock; });
  const bool shared = kind == EventKind::read && choices.flip();
  const LockMode mode = shared ? LockMode::shared : LockMode::exclusive;
  const bool takes = !held && current().held.size() < shape_.nesting && available(lock, mode);
  if (takes) take({lock, mode});
  if (takes || held) put(event::on_range(kind, id(), bytes, where));
  if (takes) drop(current().held.size() - 1);
}

void TraceWorld::atomic(EventKind kind, Choices& choices) {
  const SiteId where = site(choices);
  const AddressRange bytes = kAtomics[choices.below(shape_.atomics)];
  const MemoryOrder order = order_for(kind, choices);
  const bool has_age = kind == EventKind::atomic_load && choices.flip();
  const auto age = static_cast<std::uint8_t>(has_age ? choices.below(4) : 0);
  put(event::atomic(kind, id(), bytes, order, where, age));
}

void TraceWorld::fence(Choices& choices) {
  put(event::fence(id(), order_for(EventKind::fence, choices)));
}

bool TraceWorld::available(std::uint32_t lock, LockMode mode) const {
  const LockState& state = locks_[lock];
  return state.exclusive_holders == 0 && (mode == LockMode::shared || state.shared_holders == 0);
}

void TraceWorld::acquire(LockMode mode, Choices& choices) {
  Thread& thread = current();
  if (thread.held.size() >= shape_.nesting) return release(choices);
  const std::uint32_t first = choices.below(shape_.locks);
  for (std::uint32_t k = 0; k < shape_.locks; ++k) {
    const std::uint32_t lock = (first + k) % shape_.locks;
    const bool held = std::any_of(thread.held.begin(), thread.held.end(),
                                  [&](const HeldLock& h) { return h.lock == lock; });
    if (!held && available(lock, mode)) return take({lock, mode});
  }
}

void TraceWorld::take(HeldLock lock) {
  LockState& state = locks_[lock.lock];
  ++(lock.mode == LockMode::exclusive ? state.exclusive_holders : state.shared_holders);
  current().held.push_back(lock);
  put(event::acquire(id(), LockId(1 + lock.lock), lock.mode));
}

void TraceWorld::release(Choices& choices) {
  const auto held = static_cast<std::uint32_t>(current().held.size());
  if (held > 0) drop(held - 1 - choices.below(held));
}

void TraceWorld::drop(std::size_t held) {
  Thread& thread = current();
  const HeldLock lock = thread.held[held];
  LockState& state = locks_[lock.lock];
  --(lock.mode == LockMode::exclusive ? state.exclusive_holders : state.shared_holders);
  thread.held.erase(thread.held.begin() + static_cast<std::ptrdiff_t>(held));
  put(event::release(id(), LockId(1 + lock.lock), lock.mode));
}

std::optional<std::uint32_t> TraceWorld::find_thread(Life life) const {
  for (std::uint32_t t = 0; t < shape_.threads; ++t) {
    if (threads_[t].life == life) return t;
  }
  return std::nullopt;
}

// A forked thread may begin without a carrier of its own, to be run by somebody else's.
void TraceWorld::give_birth(bool forked, Choices& choices) {
  const auto child = find_thread(Life::unborn);
  if (!child) return;
  if (forked) put(event::fork(id(), id_of(*child)));
  threads_[*child].start_pending = forked && choices.flip();
  const bool own_carrier = !forked || !choices.flip();
  threads_[*child].life = own_carrier ? Life::carried : Life::suspended;
  if (!own_carrier) return;
  carriers_[*child] = {true, *child};
  if (!threads_[*child].start_pending) return;
  threads_[*child].start_pending = false;
  put(event::start(id_of(*child)));
}

void TraceWorld::end(Choices& choices) {
  if (!current().held.empty()) return release(choices);
  if (!choices.flip()) put(event::end(id()));
  current().life = Life::ended;
  carriers_[carrier_].thread = kNobody;
}

void TraceWorld::join() {
  const auto ended = find_thread(Life::ended);
  if (!ended) return;
  threads_[*ended].life = Life::joined;
  put(event::join(id(), id_of(*ended)));
}

// Runs a suspended thread, or a new root, on a carrier; also on one whose thread has ended.
void TraceWorld::switch_identity(std::uint32_t pick) {
  carrier_ = pick % kMaxThreads;
  auto next = find_thread(Life::suspended);
  if (!next) next = find_thread(Life::unborn);
  if (!carriers_[carrier_].exists || !next) return;
  if (carriers_[carrier_].thread != kNobody) current().life = Life::suspended;
  put(event::switch_identity(id(), id_of(*next)));
  carriers_[carrier_].thread = *next;
  current().life = Life::carried;
  if (!current().start_pending) return;
  current().start_pending = false;
  put(event::start(id()));
}

void TraceWorld::wait(Choices& choices) {
  const auto held = static_cast<std::uint32_t>(current().held.size());
  if (held == 0) return acquire(LockMode::exclusive, choices);
  const std::uint32_t used = choices.below(held);
  const std::uint32_t condition = 1 + choices.below(shape_.conditions);
  const HeldLock lock = current().held[used];
  current().waiting = Waiting{condition, lock, false};
  put(event::wait(id(), ConditionId(condition), LockId(1 + lock.lock)));
  drop(used);
}

void TraceWorld::signal(Choices& choices) {
  const std::uint32_t condition = 1 + choices.below(shape_.conditions);
  for (Thread& thread : threads_) {
    if (thread.waiting && thread.waiting->condition == condition) thread.waiting->signalled = true;
  }
  put(event::signal(id(), ConditionId(condition)));
}

void TraceWorld::wake(Choices& choices) {
  const Waiting waiting = *current().waiting;
  if (!available(waiting.lock.lock, waiting.lock.mode)) return;
  const bool lock_first = choices.flip();
  if (lock_first) take(waiting.lock);
  put(event::wake(id(), ConditionId(waiting.condition)));
  if (!lock_first) take(waiting.lock);
  current().waiting.reset();
}

void TraceWorld::allocate(Choices& choices) {
  constexpr std::array<std::uint64_t, 4> kSizes = {8, 4, 16, 24};
  const AddressRange block{kRegion + 4 * choices.below((shape_.bytes + 3) / 4),
                           kSizes[choices.below(kSizes.size())]};
  std::erase_if(blocks_, [&](AddressRange other) { return other.overlaps(block); });
  blocks_.push_back(block);
  put(event::alloc(id(), block, site(choices)));
}

void TraceWorld::free_block(Choices& choices) {
  if (blocks_.empty()) return allocate(choices);
  const auto block = blocks_.begin() + choices.below(static_cast<std::uint32_t>(blocks_.size()));
  put(event::free(id(), *block, site(choices)));
  blocks_.erase(block);
}

void TraceWorld::copy(Choices& choices) {
  const AddressRange to = range(choices);
  const Address from = kRegion + choices.below(shape_.bytes);
  const std::uint64_t odd = choices.below(4);
  put(event::copy(id(), from, {to.begin, to.size + odd}, site(choices)));
}

AddressRange TraceWorld::range(Choices& choices) {
  const std::uint64_t size = std::uint64_t{1} << choices.below(5);
  const std::uint64_t offset = shape_.first_byte + choices.below(shape_.bytes);
  const bool aligned = !choices.flip() || !choices.flip();
  return {kRegion + (aligned ? offset / size * size : offset), size};
}

// Regions of untracked synchronization begin and end only where no lock is held: otherwise one end
// of a lock's use would count and the other not.
void TraceWorld::begin_region(Choices& choices) {
  const auto chosen = static_cast<Untracked>(1 + choices.below(3));
  const Untracked what = current().held.empty() ? chosen : Untracked::accesses;
  current().regions.push_back(what);
  put(event::untracked_begin(id(), what));
}

void TraceWorld::end_region(Choices& choices) {
  Thread& thread = current();
  if (thread.regions.empty()) return access(EventKind::read, choices);
  const Untracked what = thread.regions.back();
  if (drops_synchronization(what) && !thread.held.empty()) return release(choices);
  thread.regions.pop_back();
  put(event::untracked_end(id(), what));
}

}  // namespace steward
