// Atomic operations that are performed for the program by somebody else: libatomic, or the C++
// library for the guards of static variables.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/events.h"

namespace steward {

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

// What an operation turned out to be, and its order (as in __ATOMIC_ACQUIRE).
enum class AtomicKind { load, store, update };
struct Performed {
  AtomicKind kind;
  int order;
};

// Runs perform(), which does the real operation and returns what it was, with the location held if
// anybody listens: then the order the analysis sees is the order that happened.
template <class Perform>
void atomic_event(const volatile void* address, std::size_t size, std::uint64_t counter,
                  Perform&& perform) {
  const Scope scope(counter);
  if (!scope || size == 0 || !scope.state().several_threads.load(std::memory_order_relaxed) ||
      scope.thread().ignore_synchronization != 0) {
    perform();
    return;
  }
  const AddressRange range{Address(reinterpret_cast<std::uint64_t>(address)), size};
  scope.state().detector.atomically(*scope.thread().analysis, range, [&](auto operation) {
    const Performed performed = perform();
    const MemoryOrder order = memory_order(performed.order);
    switch (performed.kind) {
      case AtomicKind::load:
        return operation.load(order, scope.origin(AccessKind::atomic_read, range));
      case AtomicKind::store:
        return operation.store(order, scope.origin(AccessKind::atomic_write, range));
      case AtomicKind::update:
        return operation.rmw(order, scope.origin(AccessKind::atomic_write, range));
    }
  });
}

}  // namespace steward
