// Atomic operations: the compiler's callbacks, and those performed for the program by somebody
// else, libatomic, or the C++ library for the guards of static variables.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/explore/accesses.h"
#include "runtime/per_analysis/live.h"

namespace steward {

// Bits above the order say something about hardware lock elision.
inline MemoryOrder memory_order(int order) {
  switch (order & 0x7fff) {
    case __ATOMIC_RELAXED: return MemoryOrder::relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE: return MemoryOrder::acquire;
    case __ATOMIC_RELEASE: return MemoryOrder::release;
    case __ATOMIC_ACQ_REL: return MemoryOrder::acq_rel;
    default: return MemoryOrder::seq_cst;
  }
}

// What an operation turns out to be.
enum class AtomicKind { load, store, update };

// The operation as one of a controlled execution.
class AtomicTurn {
 public:
  AtomicTurn(const volatile void* address, std::size_t size, AtomicKind kind, std::uint64_t counter)
      : address_(address), size_(size) {
    if constexpr (Detector::kControls)
      before_atomic(address, size,
                    kind == AtomicKind::load ? AccessKind::atomic_read : AccessKind::atomic_write,
                    counter);
  }
  ~AtomicTurn() {
    if constexpr (Detector::kControls) after_atomic(address_, size_);
  }
  AtomicTurn(const AtomicTurn&) = delete;
  AtomicTurn& operator=(const AtomicTurn&) = delete;

 private:
  [[maybe_unused]] const volatile void* const address_;
  [[maybe_unused]] const std::size_t size_;
};

// What an operation calls is short, and mostly passed through: all of it is one piece, where that
// makes a difference, and does not take the compiler minutes.
template <class Operation>
[[gnu::flatten, gnu::noinline]] void tell_in_one_piece(const Operation& operation, AtomicKind kind,
                                                       MemoryOrder order, LiveOrigin origin) {
  switch (kind) {
    case AtomicKind::load: return operation.load(order, origin);
    case AtomicKind::store: return operation.store(order, origin);
    case AtomicKind::update: return operation.rmw(order, origin);
  }
}

// Runs perform(tell) with the location held if anybody listens, so that the order the analysis sees
// is the order that happened. perform calls tell(kind, order) once, with the order as in
// __ATOMIC_ACQUIRE, and then does the real operation: a race that ends the process is known by
// then. tell(kind, order, &value) of a load that has been done: it may get another value. `likely`:
// what it is, as far as that is known before.
template <class Perform>
[[gnu::always_inline]] inline void atomic_event(const volatile void* address, std::size_t size,
                                                AtomicKind likely, std::uint64_t counter,
                                                Perform&& perform) {
  const AtomicTurn turn(address, size, likely, counter);
  const Scope scope(counter);
  if (!scope || size == 0 || !scope.state().several_threads.load(std::memory_order_relaxed) ||
      scope.thread().ignore_atomics != 0)
    return perform([](AtomicKind, int, void* = nullptr) {});
  scope.settle_write();
  const AddressRange range{Address(reinterpret_cast<std::uint64_t>(address)), size};
  live_detector().atomically(live(*scope.thread().analysis), range, [&](auto operation) {
    perform([&](AtomicKind kind, int order_number, [[maybe_unused]] void* loaded = nullptr) {
      const MemoryOrder order = memory_order(order_number);
      const LiveOrigin origin = live_origin(
          scope, kind == AtomicKind::load ? AccessKind::atomic_read : AccessKind::atomic_write,
          range);
      if constexpr (Detector::kInOnePiece) {
        tell_in_one_piece(operation, kind, order, origin);
      } else {
        switch (kind) {
          case AtomicKind::load:
            if constexpr (Detector::kControls) operation.load(order, origin, loaded);
            else operation.load(order, origin);
            break;
          case AtomicKind::store: operation.store(order, origin); break;
          case AtomicKind::update: operation.rmw(order, origin); break;
        }
      }
      scope.tell_if_it_may_end_here();
    });
  });
}

// The calling thread has found that what this guards is initialised, if it is a guard.
inline void guard_passed(const volatile void* byte, std::uint64_t counter) {
  Runtime* const found = runtime();
  if (found == nullptr || !found->guards.contains(Address(reinterpret_cast<std::uint64_t>(byte))))
    return;
  if (const Scope scope(counter); scope) scope.receive(message_at(byte, MessageUse::guard));
}

}  // namespace steward
