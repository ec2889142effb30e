// The execution that the speed of trace analysis is measured on: 8 threads, a million locations
// uniformly at random, 30 % writes, 2 % synchronization, 0 to 3 locks held.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/event/event.h"

namespace steward::bench {

// `wild` accesses whatever it likes whatever it holds: many races. `guarded` keeps to a discipline:
// each location has a lock or a thread of its own, so there is no race to be found.
enum class Discipline : std::uint8_t { wild, guarded };

class RandomExecution {
 public:
  static constexpr std::uint32_t kThreads = 8;
  static constexpr std::uint64_t kLocations = 1'000'000;
  static constexpr std::uint32_t kLocks = 64;
  static constexpr std::uint32_t kSites = 2'500;

  RandomExecution(Discipline discipline, std::uint64_t events, std::uint64_t seed)
      : discipline_(discipline), events_(events), random_(seed) {}

  // f(Event) for each event: thread 0 forks the others first and joins them last.
  template <class F>
  void play(F&& f) {
    for (std::uint32_t t = 1; t < kThreads; ++t)
      f(event::fork(ThreadId(0), ThreadId(t), SiteId(1)));
    for (std::uint64_t i = 2 * (kThreads - 1); i < events_; ++i) f(next());
    for (std::uint32_t t = 1; t < kThreads; ++t)
      f(event::join(ThreadId(0), ThreadId(t), SiteId(1)));
  }

 private:
  static constexpr std::size_t kMostHeld = 3;

  // xorshift64*: fast, and the same everywhere.
  std::uint64_t random() {
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return random_ * 0x2545f4914f6cdd1du;
  }
  std::uint64_t below(std::uint64_t bound) { return (random() >> 32) * bound >> 32; }

  Event next() {
    const auto t = static_cast<std::uint32_t>(below(kThreads));
    return below(100) < 2 ? synchronize(t) : access(t);
  }
  Event access(std::uint32_t t) {
    const std::uint64_t location =
        discipline_ == Discipline::wild ? below(kLocations) : allowed_location(t);
    const bool writes = below(100) < 30;
    const AddressRange range{Address(0x7f0000000000 + location * 8), location % 2 == 0 ? 8u : 4u};
    const SiteId site(
        static_cast<std::uint32_t>(1 + location % (kSites / 2) * 2 + (writes ? 1 : 0)));
    return event::on_range(writes ? EventKind::write : EventKind::read, ThreadId(t), range, site);
  }
  // Location l belongs to lock l mod kLocks, or, for the last kThreads residues of kLocks +
  // kThreads, to a thread.
  std::uint64_t allowed_location(std::uint32_t t) {
    const std::vector<std::uint32_t>& held = held_[t];
    const std::uint64_t owner = held.empty() ? kLocks + t : held[below(held.size())];
    constexpr std::uint64_t kOwners = kLocks + kThreads;
    return below(kLocations / kOwners) * kOwners + owner;
  }
  Event synchronize(std::uint32_t t) {
    std::vector<std::uint32_t>& held = held_[t];
    if (below(20) == 0) return message(t);
    if (below(kMostHeld + 1) >= held.size()) {
      const auto lock = static_cast<std::uint32_t>(below(kLocks));
      if (!taken_[lock] && held.size() < kMostHeld) {
        taken_[lock] = true;
        held.push_back(lock);
        return event::acquire(ThreadId(t), LockId(lock + 1), LockMode::exclusive, SiteId(1));
      }
    }
    if (held.empty()) return message(t);
    const std::uint32_t lock = held.back();
    held.pop_back();
    taken_[lock] = false;
    return event::release(ThreadId(t), LockId(lock + 1), LockMode::exclusive, SiteId(1));
  }
  Event message(std::uint32_t t) {
    const MessageId id(1 + below(16));
    return below(2) == 0 ? event::send(ThreadId(t), id, SiteId(1))
                         : event::receive(ThreadId(t), id, SiteId(1));
  }

  const Discipline discipline_;
  const std::uint64_t events_;
  std::uint64_t random_;
  std::array<std::vector<std::uint32_t>, kThreads> held_;
  std::array<bool, kLocks> taken_ = {};
};

}  // namespace steward::bench
