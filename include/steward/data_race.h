// A data race as an exception: thrown instead of the second of two accesses that race, before it is
// made.
//
//   try {
//     table.insert(key, value);
//   } catch (const steward::data_race& race) {
//     log(race.what());  // data race: write of 4 bytes at 0x4c60 by thread 2, after ...
//     shut_down();
//   }
//
// Built by `steward c++ --guard`, run by `steward guard --on-race throw`. All that is executed is
// free of races, so it is sequentially consistent: what a read gets is what was last written.
// Without `steward guard` nothing is ever thrown.
//
// What to do with it: end in an orderly way. The object that was about to be accessed is as it was,
// and objects that were being changed are left as by any exception: see the exception guarantees of
// the code in between. Somebody else is using the same memory without order: to go on with it as if
// nothing had been is to race a little later.
#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>
#include <steward/race_record.h>
#include <thread>
#include <utility>
#include <vector>

namespace steward {

// One of the two.
class racing_access {
 public:
  explicit racing_access(const steward_access& access) : access_(access) {}

  const void* address() const noexcept { return access_.address; }
  std::size_t size() const noexcept { return access_.size; }
  bool is_write() const noexcept { return access_.writes != 0; }
  bool is_atomic() const noexcept { return access_.atomic != 0; }
  bool is_free() const noexcept { return access_.frees != 0; }
  // As reports number threads: the first one is 0.
  unsigned thread() const noexcept { return access_.thread; }
  // Return addresses, the innermost first: for backtrace_symbols(), addr2line and their kin. Empty
  // where it is not known any more.
  std::vector<void*> stack() const {
    std::vector<void*> counters(64);
    counters.resize(__steward_guard_stack == nullptr
                        ? 0
                        : __steward_guard_stack(&access_, counters.data(), counters.size()));
    return counters;
  }

 private:
  friend class data_race;
  const char* word() const noexcept { return is_free() ? "free" : is_write() ? "write" : "read"; }
  steward_access access_;
};

class data_race : public std::exception {
 public:
  explicit data_race(const steward_race& race) : earlier_(race.earlier), refused_(race.refused) {
    std::snprintf(text_, sizeof text_,
                  "data race: %s of %zu bytes at %p by thread %u, after a %s by thread %u",
                  refused_.word(), refused_.size(), refused_.address(), refused_.thread(),
                  earlier_.word(), earlier_.thread());
  }
  const char* what() const noexcept override { return text_; }

  // The one that was made, by another thread, and not ordered before the other.
  const racing_access& earlier() const noexcept { return earlier_; }
  // The one that was not made.
  const racing_access& refused() const noexcept { return refused_; }

 private:
  racing_access earlier_;
  racing_access refused_;
  char text_[160];
};

// Called by the thread that is about to throw, before it does; null: none. It may throw something
// else, or end the program. Returns the one before.
using race_handler = void (*)(const data_race&);
inline race_handler set_race_handler(race_handler handler) {
  if (__steward_guard_set_handler == nullptr) return nullptr;
  return reinterpret_cast<race_handler>(
      __steward_guard_set_handler(reinterpret_cast<steward_guard_handler>(handler)));
}

// Runs block() again if it raced, up to so many times in all: by then the other thread may have
// done what orders the two. Give it only what can be begun anew: what block() had done before it
// raced stays done. And a race that goes away when tried again is still one: that is a stopgap, not
// a way to write programs.
template <class Block>
decltype(auto) guarded(Block&& block, unsigned attempts = 3) {
  for (;;) {
    try {
      return std::forward<Block>(block)();
    } catch (const data_race&) {
      if (attempts <= 1) throw;
    }
    --attempts;
    std::this_thread::yield();
  }
}

}  // namespace steward
