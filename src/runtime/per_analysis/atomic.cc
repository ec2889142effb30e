// The compiler's callbacks for atomic operations: each performs the operation and says what it was,
// with the location held, so that the order the analysis sees is the order that happened.
#include <cstdint>

#include "runtime/per_analysis/atomic_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// All real operations that read are sequentially consistent: stronger than asked for is always
// allowed, and the location is held anyway. 16 bytes go through one compare-and-swap instruction,
// without libatomic.
using Wide = unsigned __int128;

template <class T>
T real_exchange_if(volatile T* address, T expected, T desired) {
  return __sync_val_compare_and_swap(address, expected, desired);
}
template <class T>
T real_load(const volatile T* address) {
  if constexpr (sizeof(T) == 16)
    return real_exchange_if(const_cast<volatile T*>(address), T(0), T(0));
  else return __atomic_load_n(address, __ATOMIC_SEQ_CST);
}
// Replaces the value by change(value), and returns what it was.
template <class T, class Change>
T real_update(volatile T* address, Change&& change) {
  T seen = real_load(address);
  for (;;) {
    const T found = real_exchange_if(address, seen, static_cast<T>(change(seen)));
    if (found == seen) return seen;
    seen = found;
  }
}

// A load that tells nothing new: its thread has loaded from there before, in the same epoch, and
// there was no store since then. That is asked after the load: a store says that it comes before it
// happens, so what the load has found is older than any that has not said so.
template <class T>
[[gnu::always_inline]] inline bool load_known(const volatile T* address, int order, T& value) {
  const MemoryOrder asked = memory_order(order);
  if (Detector::kControls || sizeof(T) > 8) return false;
  if (!Detector::kHasShortWay && asked != MemoryOrder::relaxed) return false;
  value = real_load(address);
  return is_known_load(const_cast<const T*>(address), sizeof(T), asked);
}

template <class T>
T load(const volatile T* address, int order, std::uint64_t counter) {
  T value{};
  if (sizeof(T) > 1 || !Detector::kKnowsGuards)
    if (load_known(address, order, value)) [[likely]]
      return value;
  atomic_event(address, sizeof(T), AtomicKind::load, counter, [&](const auto& tell) {
    if constexpr (Detector::kControls) {
      // One thread at a time goes on: it can be looked at first.
      value = real_load(address);
      tell(AtomicKind::load, order, &value);
    } else {
      tell(AtomicKind::load, order);
      value = real_load(address);
    }
  });
  if constexpr (sizeof(T) == 1 && Detector::kKnowsGuards)
    if (value != 0) guard_passed(address, counter);
  return value;
}
template <class T>
void store(volatile T* address, T value, int order, std::uint64_t counter) {
  atomic_event(address, sizeof(T), AtomicKind::store, counter, [&](const auto& tell) {
    tell(AtomicKind::store, order);
    if constexpr (sizeof(T) == 16) real_update(address, [&](T) { return value; });
    else if (memory_order(order) == MemoryOrder::seq_cst)
      __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
    else __atomic_store_n(address, value, __ATOMIC_RELEASE);  // after what has been told
  });
}
// `perform` does it, and returns what was there before.
template <class T, class Perform>
T update(volatile T* address, int order, std::uint64_t counter, Perform&& perform) {
  T before{};
  atomic_event(address, sizeof(T), AtomicKind::update, counter, [&](const auto& tell) {
    tell(AtomicKind::update, order);
    before = perform();
  });
  return before;
}
template <class T>
bool exchange_if(volatile T* address, T* expected, T desired, int order, int failure_order,
                 std::uint64_t counter) {
  bool done = false;
  atomic_event(address, sizeof(T), AtomicKind::update, counter, [&](const auto& tell) {
    // The location is held: only code that is not seen can change it in between.
    T found = real_load(address);
    if (found != *expected) {
      tell(AtomicKind::load, failure_order);
    } else {
      tell(AtomicKind::update, order);
      found = real_exchange_if(address, *expected, desired);
      done = found == *expected;
    }
    if (!done) *expected = found;
  });
  return done;
}

}  // namespace

#define STEWARD_UPDATE(bits, T, name, built_in, expression)                             \
  STEWARD_INTERPOSED T __tsan_atomic##bits##_##name(volatile T* a, T v, int order) {    \
    return update(a, order, STEWARD_CALLER, [a, v]() -> T {                             \
      if constexpr (sizeof(T) < 16) return __atomic_##built_in(a, v, __ATOMIC_SEQ_CST); \
      else                                                                              \
        return real_update(a, [v](T old) -> T {                                         \
          static_cast<void>(old);                                                       \
          return static_cast<T>(expression);                                            \
        });                                                                             \
    });                                                                                 \
  }

#define STEWARD_ATOMICS(bits, T)                                                                  \
  STEWARD_INTERPOSED T __tsan_atomic##bits##_load(const volatile T* a, int order) {               \
    return load(a, order, STEWARD_CALLER);                                                        \
  }                                                                                               \
  STEWARD_INTERPOSED void __tsan_atomic##bits##_store(volatile T* a, T v, int order) {            \
    store(a, v, order, STEWARD_CALLER);                                                           \
  }                                                                                               \
  STEWARD_UPDATE(bits, T, exchange, exchange_n, v)                                                \
  STEWARD_UPDATE(bits, T, fetch_add, fetch_add, old + v)                                          \
  STEWARD_UPDATE(bits, T, fetch_sub, fetch_sub, old - v)                                          \
  STEWARD_UPDATE(bits, T, fetch_and, fetch_and, old& v)                                           \
  STEWARD_UPDATE(bits, T, fetch_or, fetch_or, old | v)                                            \
  STEWARD_UPDATE(bits, T, fetch_xor, fetch_xor, old ^ v)                                          \
  STEWARD_UPDATE(bits, T, fetch_nand, fetch_nand, ~(old & v))                                     \
  STEWARD_INTERPOSED int __tsan_atomic##bits##_compare_exchange_strong(                           \
      volatile T* a, T* expected, T v, int order, int failure_order) {                            \
    return exchange_if(a, expected, v, order, failure_order, STEWARD_CALLER);                     \
  }                                                                                               \
  STEWARD_INTERPOSED int __tsan_atomic##bits##_compare_exchange_weak(                             \
      volatile T* a, T* expected, T v, int order, int failure_order) {                            \
    return exchange_if(a, expected, v, order, failure_order, STEWARD_CALLER);                     \
  }                                                                                               \
  STEWARD_INTERPOSED T __tsan_atomic##bits##_compare_exchange_val(volatile T* a, T expected, T v, \
                                                                  int order, int failure_order) { \
    exchange_if(a, &expected, v, order, failure_order, STEWARD_CALLER);                           \
    return expected;                                                                              \
  }

STEWARD_ATOMICS(8, std::uint8_t)
STEWARD_ATOMICS(16, std::uint16_t)
STEWARD_ATOMICS(32, std::uint32_t)
STEWARD_ATOMICS(64, std::uint64_t)
STEWARD_ATOMICS(128, Wide)

STEWARD_INTERPOSED void __tsan_atomic_thread_fence(int order) {
  {
    const Scope scope(STEWARD_CALLER);
    if (scope && scope.thread().ignore_synchronization == 0)
      scope.state().detector.fence(*scope.thread().analysis, memory_order(order));
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
STEWARD_INTERPOSED void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
