// Atomic operations of a size for which the compiler calls libatomic: some of 16 bytes, and those
// it knows nothing of. Some of the names belong to built-in functions, so they are given as text.
#include <cstdint>

#include "base/function_ref.h"
#include "runtime/intercept/memory_plain.h"
#include "runtime/per_analysis/atomic_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

using Wide = unsigned __int128;

using Tell = FunctionRef<void(AtomicKind, int)>;

// One function for all of them: these are rare, and the analysis behind it is large.
void performed(const volatile void* address, std::size_t size, AtomicKind likely,
               std::uint64_t counter, FunctionRef<void(const Tell&)> perform) {
  atomic_event(address, size, likely, counter, [&](const auto& tell) { perform(Tell(tell)); });
}

// What it will be. The location is held: only code that is not seen can change it in between.
void tell_exchange_if(const Tell& tell, std::size_t size, const volatile void* address,
                      const void* expected, int order, int failure_order) {
  const bool equal = plain::compare(const_cast<const void*>(address), expected, size) == 0;
  tell(equal ? AtomicKind::update : AtomicKind::load, equal ? order : failure_order);
}

}  // namespace

// Declares a function of libatomic under a name of our own, and the real one behind it.
#define STEWARD_LIBATOMIC(ours, theirs, result, ...)                              \
  extern "C" [[gnu::visibility("default")]] result ours(__VA_ARGS__) asm(theirs); \
  namespace {                                                                     \
  constinit Real<result(__VA_ARGS__)> real_##ours(theirs);                        \
  }

#define STEWARD_UPDATES(size, T, name)                                                           \
  STEWARD_LIBATOMIC(fetch_##name##_##size, "__atomic_fetch_" #name "_" #size, T, volatile T*, T, \
                    int)                                                                         \
  T fetch_##name##_##size(volatile T* a, T v, int order) {                                       \
    T before{};                                                                                  \
    performed(a, size, AtomicKind::update, STEWARD_CALLER, [&](const Tell& tell) {               \
      tell(AtomicKind::update, order);                                                           \
      before = real_fetch_##name##_##size(a, v, order);                                          \
    });                                                                                          \
    return before;                                                                               \
  }                                                                                              \
  STEWARD_LIBATOMIC(name##_fetch_##size, "__atomic_" #name "_fetch_" #size, T, volatile T*, T,   \
                    int)                                                                         \
  T name##_fetch_##size(volatile T* a, T v, int order) {                                         \
    T after{};                                                                                   \
    performed(a, size, AtomicKind::update, STEWARD_CALLER, [&](const Tell& tell) {               \
      tell(AtomicKind::update, order);                                                           \
      after = real_##name##_fetch_##size(a, v, order);                                           \
    });                                                                                          \
    return after;                                                                                \
  }

#define STEWARD_SIZE(size, T)                                                                      \
  STEWARD_LIBATOMIC(load_##size, "__atomic_load_" #size, T, const volatile T*, int)                \
  T load_##size(const volatile T* a, int order) {                                                  \
    T value{};                                                                                     \
    performed(a, size, AtomicKind::load, STEWARD_CALLER, [&](const Tell& tell) {                   \
      tell(AtomicKind::load, order);                                                               \
      value = real_load_##size(a, order);                                                          \
    });                                                                                            \
    return value;                                                                                  \
  }                                                                                                \
  STEWARD_LIBATOMIC(store_##size, "__atomic_store_" #size, void, volatile T*, T, int)              \
  void store_##size(volatile T* a, T v, int order) {                                               \
    performed(a, size, AtomicKind::store, STEWARD_CALLER, [&](const Tell& tell) {                  \
      tell(AtomicKind::store, order);                                                              \
      real_store_##size(a, v, order);                                                              \
    });                                                                                            \
  }                                                                                                \
  STEWARD_LIBATOMIC(exchange_##size, "__atomic_exchange_" #size, T, volatile T*, T, int)           \
  T exchange_##size(volatile T* a, T v, int order) {                                               \
    T before{};                                                                                    \
    performed(a, size, AtomicKind::update, STEWARD_CALLER, [&](const Tell& tell) {                 \
      tell(AtomicKind::update, order);                                                             \
      before = real_exchange_##size(a, v, order);                                                  \
    });                                                                                            \
    return before;                                                                                 \
  }                                                                                                \
  STEWARD_LIBATOMIC(exchange_if_##size, "__atomic_compare_exchange_" #size, bool, volatile T*, T*, \
                    T, int, int)                                                                   \
  bool exchange_if_##size(volatile T* a, T* expected, T v, int order, int failure_order) {         \
    bool done = false;                                                                             \
    performed(a, size, AtomicKind::update, STEWARD_CALLER, [&](const Tell& tell) {                 \
      tell_exchange_if(tell, size, a, expected, order, failure_order);                             \
      done = real_exchange_if_##size(a, expected, v, order, failure_order);                        \
    });                                                                                            \
    return done;                                                                                   \
  }                                                                                                \
  STEWARD_UPDATES(size, T, add)                                                                    \
  STEWARD_UPDATES(size, T, sub)                                                                    \
  STEWARD_UPDATES(size, T, and)                                                                    \
  STEWARD_UPDATES(size, T, or)                                                                     \
  STEWARD_UPDATES(size, T, xor)                                                                    \
  STEWARD_UPDATES(size, T, nand)

STEWARD_SIZE(1, std::uint8_t)
STEWARD_SIZE(2, std::uint16_t)
STEWARD_SIZE(4, std::uint32_t)
STEWARD_SIZE(8, std::uint64_t)
STEWARD_SIZE(16, Wide)

STEWARD_LIBATOMIC(load_any, "__atomic_load", void, std::size_t, const volatile void*, void*, int)
void load_any(std::size_t size, const volatile void* a, void* value, int order) {
  performed(a, size, AtomicKind::load, STEWARD_CALLER, [&](const Tell& tell) {
    tell(AtomicKind::load, order);
    real_load_any(size, a, value, order);
  });
}
STEWARD_LIBATOMIC(store_any, "__atomic_store", void, std::size_t, volatile void*, void*, int)
void store_any(std::size_t size, volatile void* a, void* value, int order) {
  performed(a, size, AtomicKind::store, STEWARD_CALLER, [&](const Tell& tell) {
    tell(AtomicKind::store, order);
    real_store_any(size, a, value, order);
  });
}
STEWARD_LIBATOMIC(exchange_any, "__atomic_exchange", void, std::size_t, volatile void*, void*,
                  void*, int)
void exchange_any(std::size_t size, volatile void* a, void* value, void* before, int order) {
  performed(a, size, AtomicKind::update, STEWARD_CALLER, [&](const Tell& tell) {
    tell(AtomicKind::update, order);
    real_exchange_any(size, a, value, before, order);
  });
}
STEWARD_LIBATOMIC(exchange_if_any, "__atomic_compare_exchange", bool, std::size_t, volatile void*,
                  void*, void*, int, int)
bool exchange_if_any(std::size_t size, volatile void* a, void* expected, void* desired, int order,
                     int failure_order) {
  bool done = false;
  performed(a, size, AtomicKind::update, STEWARD_CALLER, [&](const Tell& tell) {
    tell_exchange_if(tell, size, a, expected, order, failure_order);
    done = real_exchange_if_any(size, a, expected, desired, order, failure_order);
  });
  return done;
}
