// Random executions that could have happened: well-formed traces decoded from lists of numbers.
//
// Any list of numbers is a trace: each word asks for one action, and the decoder turns what is not
// possible at that point (a lock somebody holds, a join of a thread that has not ended) into
// something that is, or into nothing. So words can be dropped or made smaller without ever leaving
// the well-formed traces, which is what makes shrinking a failure simple. Smaller words mean
// simpler traces: 0 is a read of one byte by the first thread.
//
// What well-formed means: locks exclude each other and are released by the language thread that
// took them, inside or outside of untracked synchronization as they were taken; a thread acts only
// between its fork (roots: from the beginning) and its end, on one carrier at a time; only ended
// threads are joined, once; a waiting thread does nothing until it wakes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/event/event.h"

namespace steward {

// What a word can ask for. A waiting thread that is asked for anything may wake instead, or leave
// it to another thread.
enum class Action : std::uint8_t {
  read,
  write,
  guarded_read,  // with the lock that a disciplined program would take for this word of memory
  guarded_write,
  atomic_load,
  atomic_store,
  atomic_rmw,
  fence,
  acquire,
  acquire_shared,
  release,
  fork,
  root,  // a further thread that nobody forked
  end,
  join,
  wait,
  signal,
  send,
  receive,
  alloc,
  free,
  clear,
  copy,
  switch_identity,
  untracked_begin,
  untracked_end,
};
inline constexpr std::size_t kActions = static_cast<std::size_t>(Action::untracked_end) + 1;

// How often each action is asked for, and how large the world is.
struct Shape {
  std::array<std::uint16_t, kActions> weights;
  std::uint32_t threads = 8;  // at most 8
  std::uint32_t locks = 4;    // at most 8
  std::uint32_t nesting = 3;  // locks held at once
  std::uint32_t conditions = 2;
  std::uint32_t messages = 3;
  std::uint32_t atomics = 4;  // at most 4, in the first 18 bytes
  // Where plain accesses begin; a page boundary lies 16 bytes in.
  std::uint32_t first_byte = 0;
  std::uint32_t bytes = 40;
  std::uint32_t sites = 6;

  Shape with(Action action, std::uint16_t weight) const;
  Shape without(Action action) const { return with(action, 0); }
};

// Each but the first makes one family of rules matter in many traces, not only occur in them.
Shape general_shape();        // everything
Shape lock_heavy_shape();     // many small locksets: what redundancy rules feed on
Shape message_heavy_shape();  // forks and joins, messages, conditions
Shape atomic_heavy_shape();   // release sequences and fences
Shape memory_heavy_shape();   // alloc, free, clear and copy
std::vector<Shape> all_shapes();

using TraceWords = std::vector<std::uint32_t>;

// A trace of at most kLongestTrace events.
inline constexpr std::size_t kLongestTrace = 120;
std::vector<Event> decode_trace(std::span<const std::uint32_t> words, const Shape& shape);

// Words for a trace, mostly a short one, from a seed alone.
TraceWords random_words(std::uint64_t seed);

}  // namespace steward
