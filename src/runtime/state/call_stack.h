// A thread's calls as the compiler reports them, and the number of the calling context they make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/heap.h"
#include "base/vector.h"
#include "channel/functions.h"
#include "runtime/analysis/chains.h"

namespace steward {

// One call on the way to an access: the return address into the caller.
struct Call {
  std::uint64_t counter;
  std::uint64_t hash() const { return mix_bits(counter); }
  friend bool operator==(const Call&, const Call&) = default;
};
using Contexts = Chains<Call>;

// Each entry knows the frame of its function. A frame that lies below a new one is gone, whether
// its function returned, was thrown out of or jumped over.
class CallStack {
 public:
  CallStack(Heap& heap, Contexts& contexts) : contexts_(contexts), entries_(heap) {}

  // `receives`: the user's channels that the function receives from.
  void enter(std::uint64_t counter, std::uint64_t frame, channel::Channels receives = 0) {
    while (!entries_.empty() && entries_.back().frame <= frame) [[unlikely]] entries_.pop_back();
    entries_.push_back({frame, child(context(), counter), receives | receiving()});
  }
  // What is received from no more, since the function that did is over.
  channel::Channels leave() {
    if (entries_.empty()) return 0;
    const channel::Channels before = receiving();
    entries_.pop_back();
    return before & ~receiving();
  }
  // The thread goes on with its stack pointer there, as after a jump: whoever called deeper is
  // gone.
  void unwind_to(std::uint64_t stack_pointer) {
    while (!entries_.empty() && entries_.back().frame + kFrame < stack_pointer) entries_.pop_back();
  }
  // All entries, for a thread that goes on with another stack, and again when it is back.
  struct Entry {
    std::uint64_t frame;
    ChainId context;
    channel::Channels receives;  // what the function or one of its callers receives from
  };
  Vector<Entry> take() {
    Vector<Entry> taken = std::move(entries_);
    return taken;
  }
  void put(Vector<Entry>&& taken) { entries_ = std::move(taken); }

  // Of the innermost call; 0 without any.
  std::uint64_t frame() const { return entries_.empty() ? 0 : entries_.back().frame; }
  std::size_t depth() const { return entries_.size(); }
  // f(counter, frame, receives) for each call, the outermost first: enter() with the same makes it
  // again.
  template <class F>
  void for_each(F&& f) const {
    for (const Entry& entry : entries_)
      f(contexts_.last(entry.context).counter, entry.frame, entry.receives);
  }

  // The user's channels that one of the functions at work receives from.
  channel::Channels receiving() const { return entries_.empty() ? 0 : entries_.back().receives; }

  ChainId context() const { return entries_.empty() ? ChainId() : entries_.back().context; }

 private:
  // A callback's frame lies below the stack pointer of the function that it is for, by the return
  // address and the frame pointer that are saved there.
  static constexpr std::uint64_t kFrame = 16;

  // Programs call the same functions from the same places again and again.
  struct Known {
    ChainId from;
    std::uint64_t counter = 0;
    ChainId to;
  };
  static constexpr std::size_t kKnown = 512;

  ChainId child(ChainId from, std::uint64_t counter) {
    Known& known = known_[(counter ^ from.value() * 0x9e3779b1u) % kKnown];
    if (known.from != from || known.counter != counter)
      known = {from, counter, contexts_.append(from, {counter})};
    return known.to;
  }

  Contexts& contexts_;
  Vector<Entry> entries_;
  Known known_[kKnown];
};

}  // namespace steward
