// What the interposed functions of all kinds of locks say.
//
// Each says its event in a scope of its own: before the real call what it gives up, after it what
// it got. In between the thread may be blocked for long.
#pragma once

#include <cstdint>

#include "runtime/control/events.h"

namespace steward {

inline Address address_of(const volatile void* object) {
  return Address(reinterpret_cast<std::uint64_t>(object));
}

// The lock at this address begins its life.
inline void lock_created(const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.state().locks.create(address_of(lock), kind, counter, scope.thread().calls.context());
}
inline void lock_destroyed(const volatile void* lock, std::uint64_t counter) {
  if (const Scope scope(counter); scope) scope.state().locks.destroy(address_of(lock));
}
inline void lock_taken(const volatile void* lock, const char* kind, LockMode mode,
                       std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.acquire(scope.state().locks.id_of(address_of(lock), kind), mode);
}
inline void lock_given(const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.release(scope.state().locks.id_of(address_of(lock), kind));
}

// Objects that order threads without being held, as semaphores do: what one thread said before it
// signalled, another knows after it has waited. They live and die as locks do, so an address that
// is used again is another object.
inline void object_signalled(const volatile void* object, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.send(message_of(scope.state().locks.id_of(address_of(object), kind)));
}
inline void object_awaited(const volatile void* object, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.receive(message_of(scope.state().locks.id_of(address_of(object), kind)));
}

}  // namespace steward
