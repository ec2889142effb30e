// Whether a mutex can be taken, from libc's own record of it.
#pragma once

#include <cstdint>
#include <linux/futex.h>
#include <pthread.h>

#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"

namespace steward {

// Bits of a mutex's kind that libc documents in no header.
inline constexpr int kMutexType = 3;
inline constexpr int kMutexProtects = 64;
inline constexpr int kMutexShared = 128;
inline constexpr unsigned kWithoutCeiling = 0x7ffff;

inline std::uint64_t system_id_of_caller() {
  return static_cast<std::uint64_t>(raw::call(SYS_gettid));
}

// Others outside of the process may have it.
inline bool is_shared(const pthread_mutex_t* m) { return (m->__data.__kind & kMutexShared) != 0; }

// `wait.value`: the thread that wants it, as the system calls it.
inline bool mutex_is_free(const Wait& wait) {
  const auto& mutex = static_cast<const pthread_mutex_t*>(wait.object)->__data;
  auto lock = static_cast<unsigned>(mutex.__lock);
  if ((mutex.__kind & kMutexProtects) != 0) lock &= kWithoutCeiling;
  if (lock == 0 || (lock & FUTEX_OWNER_DIED) != 0) return true;
  // Taken again, or refused.
  const int type = mutex.__kind & kMutexType;
  return (type == PTHREAD_MUTEX_RECURSIVE || type == PTHREAD_MUTEX_ERRORCHECK) &&
         static_cast<std::uint64_t>(mutex.__owner) == wait.value;
}

inline Wait wait_for_mutex(const pthread_mutex_t* m) {
  Wait wait;
  wait.over = mutex_is_free;
  wait.object = m;
  wait.value = system_id_of_caller();
  wait.outside = is_shared(m);
  wait.what = "the mutex";
  return wait;
}
inline Operation taking(const void* lock) { return operation_on(OperationKind::acquire, lock); }
inline Operation giving(const void* lock, bool shared = false) {
  return operation_on(shared ? OperationKind::outside : OperationKind::release, lock);
}

}  // namespace steward
