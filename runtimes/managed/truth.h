// The truth about races: what the program did in terms of its own language, written by the run-time
// system without a detector between. Which field of which object, which thread of the program, and
// which synchronization the language has; a trace that any detector of ours reads.
//
// An access is written down and made in one go, and the same is true of a recording that watches
// from outside: so the accesses of both are in the same order, and the first of one is the first of
// the other.
//
// What is in truth.cc is not instrumented and calls nothing that is: nobody who watches sees it.
// Without MANAGED_LOGS_TRUTH there is none of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "managed/object.h"

namespace managed::truth {

using ThreadNumber = std::uint32_t;

// Where in the program something is done.
struct Place {
  // The caller's, also as a default argument.
  static constexpr Place current(const char* function = __builtin_FUNCTION(),
                                 const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {function, file, line};
  }

  const char* function;
  const char* file;
  int line;
};

#ifdef MANAGED_LOGS_TRUTH

// Null: nothing is written. REQUIRES for all others: once, before anything else.
void open(const char* file);
void close();
// Memory that is no object: stacks, which no detector of a language's races looks at.
void name_range(const char* name, const void* begin, std::size_t size);
void name_thread(ThreadNumber thread, const char* name);

// Around an access by the thread that `carries()` named last on this carrier.
void access(bool writes, const Object& object, const void* field, std::size_t size, Place place);
void accessed();
void carries(ThreadNumber thread);

void forked(ThreadNumber thread, ThreadNumber child);
void joined(ThreadNumber thread, ThreadNumber child);
void locked(ThreadNumber thread, const Object& object);
void unlocking(ThreadNumber thread, const Object& object);
void sent(ThreadNumber thread, std::uint64_t message);
void received(ThreadNumber thread, std::uint64_t message);

class Access {
 public:
  [[gnu::always_inline]] Access(bool writes, const Object& object, const void* field,
                                std::size_t size, Place place) {
    access(writes, object, field, size, place);
  }
  [[gnu::always_inline]] ~Access() { accessed(); }
};

#else

inline void open(const char*) {}
inline void close() {}
inline void name_range(const char*, const void*, std::size_t) {}
inline void name_thread(ThreadNumber, const char*) {}
inline void carries(ThreadNumber) {}
inline void forked(ThreadNumber, ThreadNumber) {}
inline void joined(ThreadNumber, ThreadNumber) {}
inline void locked(ThreadNumber, const Object&) {}
inline void unlocking(ThreadNumber, const Object&) {}
inline void sent(ThreadNumber, std::uint64_t) {}
inline void received(ThreadNumber, std::uint64_t) {}

struct Access {
  [[gnu::always_inline]] Access(bool, const Object&, const void*, std::size_t, Place) {}
};

#endif

// A volatile field as one through which threads send to each other.
inline std::uint64_t message_of(const Object& object, const void* field) {
  return object.identity + static_cast<std::uint64_t>(static_cast<const char*>(field) -
                                                      reinterpret_cast<const char*>(&object));
}

}  // namespace managed::truth
