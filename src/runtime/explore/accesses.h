// Accesses of a controlled execution: those at watched statements or of tracked memory are
// operations like any other, and so is a long time without one. All others pass unseen.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/event/types.h"
#include "core/memory/adversarial_memory.h"
#include "runtime/analysis/origins.h"
#include "runtime/explore/statements.h"
#include "runtime/explore/tracked_memory.h"

namespace steward {

struct Seat;

// Of the watched statements.
[[gnu::visibility("hidden")]] extern constinit CodeFilter watched_code;
[[gnu::visibility("hidden")]] extern constinit AddressFilter tracked_addresses;
// How many accesses the calling thread may make until its next turn at the latest.
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] extern thread_local constinit std::int32_t accesses_left;

// It has made as many as that, and is about to make this one.
void been_at_work(const void* address, std::size_t size, std::uint64_t counter);

// Whether an access may be of interest: a yes is often wrong.
[[gnu::always_inline]] inline bool may_be_watched(const void* address, std::size_t size,
                                                  std::uint64_t counter) {
  return watched_code.may_contain(counter) || tracked_addresses.may_contain(address, size);
}
// Counts an access; whether nothing more is to be done about it. If not, deserves_a_look() has the
// rest: what most accesses go through needs no room on the stack.
[[gnu::always_inline]] inline bool passes_quickly(const void* address, std::size_t size,
                                                  std::uint64_t counter) {
  return --accesses_left > 0 && !may_be_watched(address, size, counter);
}
inline bool deserves_a_look(const void* address, std::size_t size, std::uint64_t counter) {
  if (accesses_left <= 0) been_at_work(address, size, counter);
  return may_be_watched(address, size, counter);
}
// Whether an access is of no interest.
inline bool passes_unseen(const void* address, std::size_t size, std::uint64_t counter) {
  return passes_quickly(address, size, counter) || !deserves_a_look(address, size, counter);
}

// The calling thread is about to make this access, from inside the runtime. Returns when it is to
// make it: whether it is at a watched statement, or all are checked; whether of tracked memory.
struct Noticed {
  bool is_watched = false;
  bool is_tracked = false;
};
Noticed before_access(AccessKind kind, AddressRange range, LiveOrigin origin);

// The very next access of the thread comes into the runtime, whatever it is.
void enter_at_next_access(Seat& me);
// How many it has made so far.
std::uint64_t accesses_made();

// An atomic operation of the calling thread, as the analysis is told of it. `loaded`: what a load
// has found, in place of which it may get something older; null: it gets that. Returns the age of
// the store that it has read. store: it is about to happen; `stored`: it has.
struct AtomicOperation {
  Accessor by;
  AddressRange range;
  MemoryOrder order;
  LiveOrigin origin;
};
std::size_t atomic_loads(const AtomicOperation& operation, void* loaded);
void atomic_stores(const AtomicOperation& operation);
void atomic_stored(AddressRange range);

// The calling thread has left a function of the program.
void frames_left();

// A module was loaded: statements of it are watched as well.
void find_new_statements();

// The same for an atomic operation, all of which are turns. `after`: it has been done.
void before_atomic(const volatile void* address, std::size_t size, AccessKind kind,
                   std::uint64_t counter);
void after_atomic(const volatile void* address, std::size_t size);

}  // namespace steward
