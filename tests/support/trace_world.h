// The little machine behind random_trace.h: threads, carriers, locks and blocks, and what is
// possible for each at the moment.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "support/random_trace.h"

namespace steward {

// Takes numbers below given bounds out of the bits of one word, the smallest choice first.
class Choices {
 public:
  explicit Choices(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t chosen = bits_ % bound;
    bits_ /= bound;
    return chosen;
  }
  bool flip() { return below(2) == 1; }

 private:
  std::uint32_t bits_;
};

class TraceWorld {
 public:
  explicit TraceWorld(const Shape& shape);

  // Performs `action` on the carrier that `carrier` picks, or what is possible instead.
  void act(Action action, std::uint32_t carrier, std::uint32_t choices);
  std::vector<Event> take_events() { return std::move(events_); }

 private:
  static constexpr std::uint32_t kMaxThreads = 8;
  static constexpr std::uint32_t kMaxLocks = 8;
  static constexpr std::uint32_t kNobody = kMaxThreads;

  enum class Life : std::uint8_t { unborn, suspended, carried, ended, joined };
  struct HeldLock {
    std::uint32_t lock;
    LockMode mode;
  };
  struct Waiting {
    std::uint32_t condition;
    HeldLock lock;
    bool signalled;
  };
  struct Thread {
    Life life = Life::unborn;
    bool start_pending = false;
    std::vector<HeldLock> held;
    std::vector<Untracked> regions;
    std::optional<Waiting> waiting;
  };
  struct Carrier {
    bool exists = false;
    std::uint32_t thread = kNobody;
  };
  struct LockState {
    std::uint32_t exclusive_holders = 0;
    std::uint32_t shared_holders = 0;
  };

  Thread& current() { return threads_[carriers_[carrier_].thread]; }
  ThreadId id() const { return ThreadId(carrier_ + 1); }
  static ThreadId id_of(std::uint32_t thread) { return ThreadId(thread + 1); }

  bool pick_carrier(std::uint32_t pick, Choices choices);
  void perform(Action action, Choices choices);
  void put(Event e);
  SiteId site(Choices& choices);

  void access(EventKind kind, Choices& choices);
  void guarded_access(EventKind kind, Choices& choices);
  void atomic(EventKind kind, Choices& choices);
  void fence(Choices& choices);

  bool available(std::uint32_t lock, LockMode mode) const;
  void acquire(LockMode mode, Choices& choices);
  void take(HeldLock lock);
  void release(Choices& choices);
  void drop(std::size_t held);

  std::optional<std::uint32_t> find_thread(Life life) const;
  void give_birth(bool forked, Choices& choices);
  void end(Choices& choices);
  void join();
  void switch_identity(std::uint32_t pick);

  void wait(Choices& choices);
  void signal(Choices& choices);
  void wake(Choices& choices);

  void allocate(Choices& choices);
  void free_block(Choices& choices);
  void copy(Choices& choices);
  AddressRange range(Choices& choices);

  void begin_region(Choices& choices);
  void end_region(Choices& choices);

  Shape shape_;
  std::vector<Event> events_;
  std::array<Thread, kMaxThreads> threads_;
  std::array<Carrier, kMaxThreads> carriers_;
  std::array<LockState, kMaxLocks> locks_{};
  std::vector<AddressRange> blocks_;
  std::uint32_t carrier_ = 0;
};

}  // namespace steward
