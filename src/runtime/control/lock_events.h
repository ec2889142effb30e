// What the interposed functions of all kinds of locks say.
//
// Each says its event in a scope of its own: before the real call what it gives up, after it what
// it got. In between the thread may be blocked for long.
#pragma once

#include <cstdint>

#include "runtime/control/events.h"
#include "runtime/control/lock_checks.h"
#include "runtime/platform/instrumented_code.h"

namespace steward {

// What is to be done when an object goes: all that is kept by its number is forgotten.
class Forget {
 public:
  explicit Forget(Runtime& runtime) : runtime_(runtime) {}
  void operator()(LockId object) const {
    runtime_.detector.forget(object);
    runtime_.detector.forget(condition_of(object));
    runtime_.detector.forget(message_of(object, MessageUse::object));
    runtime_.detector.forget(message_of(object, MessageUse::user));
    forget_order(runtime_, object);
  }

 private:
  Runtime& runtime_;
};

// A lock is memory, too. Whoever uses it looks at that as an atomic load does: others may use it at
// the same time, but not set it up, destroy it or give its memory back without any order. To be
// said before the use itself gives anything up: who gets that may destroy the lock at once.
//
// Only instrumented code says it: others may have an order that is not seen.
inline void lock_used(const volatile void* lock, std::uint64_t counter) {
  if (!is_instrumented_code(counter)) return;
  if (const Scope scope(counter); scope) scope.look(const_cast<const void*>(lock), 1);
}
// It is set up or destroyed.
inline void lock_written(const volatile void* lock, std::size_t size, std::uint64_t counter) {
  if (!is_instrumented_code(counter)) return;
  if (const Scope scope(counter); scope) scope.write(const_cast<const void*>(lock), size);
}

// The lock at this address begins its life.
inline void lock_created(const volatile void* lock, const char* kind, std::uint64_t counter,
                         LockNature nature = {}) {
  if (const Scope scope(counter); scope)
    scope.state().locks.create(address_of(lock), kind, counter, scope.thread().calls.context(),
                               nature, Forget(scope.state()));
}
// It needs no construction: it may be in use already, and goes on when it is destroyed.
inline void make_lock_last(const volatile void* lock, const char* kind, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.state().locks.with(address_of(lock), kind,
                             [](LockObject& object) { object.nature.lasts = true; });
}
inline bool lock_lasts(const volatile void* lock, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return false;
  const auto object = scope.state().locks.at(address_of(lock));
  return object && object->nature.lasts;
}
inline void lock_destroyed(const volatile void* lock, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return;
  judge_destroyed(scope, address_of(lock));
  scope.state().locks.destroy(address_of(lock), Forget(scope.state()));
}
// The memory is given back: what was said of it, and the locks in it, go with it.
inline void objects_destroyed(Runtime& runtime, AddressRange memory) {
  runtime.benign.forget(memory);
  runtime.locks.destroy_in(memory, Forget(runtime));
}
// It will be waited for, without a limit: to be said before, since the wait may be for good.
inline void lock_wanted(const volatile void* lock, const char* kind, LockMode mode,
                        std::uint64_t counter, LockNature nature = {}) {
  // Who holds nothing waits for nobody who waits for him.
  const ThreadState* const t = current_thread;
  if (t == nullptr || t->locks.count() == 0) return;
  if (const Scope scope(counter); scope) judge_wait(scope, address_of(lock), kind, mode, nature);
}
inline void lock_taken(const volatile void* lock, const char* kind, LockMode mode,
                       std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.acquire(note_taken(scope, address_of(lock), kind, mode), mode);
}
inline void lock_given(const volatile void* lock, const char* kind, std::uint64_t counter,
                       const GivenUp& given = {}) {
  if (const Scope scope(counter); scope)
    scope.release(judge_given(scope, address_of(lock), kind, given));
}

// Objects that order threads without being held, as semaphores do: what one thread said before it
// signalled, another knows after it has waited. They live and die as locks do, so an address that
// is used again is another object.
inline void object_signalled(const volatile void* object, const char* kind, std::uint64_t counter,
                             MessageUse use = MessageUse::object) {
  if (const Scope scope(counter); scope)
    scope.send(message_of(scope.state().locks.id_of(address_of(object), kind), use));
}
inline void object_awaited(const volatile void* object, const char* kind, std::uint64_t counter,
                           MessageUse use = MessageUse::object) {
  if (const Scope scope(counter); scope)
    scope.receive(message_of(scope.state().locks.id_of(address_of(object), kind), use));
}

// Order that the program says to be there, at any address: a lock may be there as well.
inline void user_released(const volatile void* object, std::uint64_t counter) {
  object_signalled(object, "object", counter, MessageUse::user);
}
// The only order that the object stands for from here on.
inline void user_released_anew(const volatile void* object, std::uint64_t counter) {
  if (const Scope scope(counter); scope)
    scope.send_anew(
        message_of(scope.state().locks.id_of(address_of(object), "object"), MessageUse::user));
}
inline void user_acquired(const volatile void* object, std::uint64_t counter) {
  object_awaited(object, "object", counter, MessageUse::user);
}

}  // namespace steward
