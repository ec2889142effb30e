// A thread's calls as the compiler reports them, and the number of the calling context they make.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/heap.h"
#include "channel/functions.h"
#include "runtime/analysis/chains.h"
#include "runtime/state/call_array.h"

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
  CallStack(Heap& heap, Contexts& contexts) : contexts_(contexts), calls_(heap) {}

  // The same in two steps. Most calls are known, and need nothing that the handler of a signal must
  // not interrupt: see Interruption. False, and enter() is to be called, if this one is not.
  // `receives`: the user's channels that the function receives from.
  [[gnu::always_inline]] bool enter_known(std::uint64_t counter, std::uint64_t frame,
                                          channel::Channels receives = 0) {
    leave_up_to(frame);
    note_depth(frame);
    const CallEntry& caller = calls_.top();
    const Known& known = known_at(caller.context, counter);
    // Looked at first: a handler may put another call in its place, though never this one, which it
    // does not make.
    const ChainId context = known.to;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (known.counter != counter || known.from != caller.context || calls_.is_full()) [[unlikely]]
      return false;
    calls_.push({frame, context, receives | caller.receives});
    return true;
  }
  // REQUIRES: no handler of a signal comes meanwhile.
  void enter(std::uint64_t counter, std::uint64_t frame, channel::Channels receives = 0) {
    leave_up_to(frame);
    note_depth(frame);
    if (calls_.is_full()) calls_.grow();
    calls_.push({frame, child(context(), counter), receives | receiving()});
  }
  // What is received from no more, since the function that did is over.
  channel::Channels leave() {
    if (calls_.empty()) return 0;
    const channel::Channels before = receiving();
    calls_.pop();
    return before & ~receiving();
  }
  // The thread goes on with its stack pointer there, as after a jump: whoever called deeper is
  // gone.
  void unwind_to(std::uint64_t stack_pointer) {
    while (!calls_.empty() && calls_.top().frame + kFrame < stack_pointer) calls_.pop();
  }
  // The lowest frame of a call since this was asked last; UINT64_MAX: there was none.
  std::uint64_t take_lowest_frame() { return std::exchange(lowest_, UINT64_MAX); }
  // All calls, for a thread that goes on with another stack, and again when it is back.
  CallArray take() { return std::move(calls_); }
  void put(CallArray&& taken) { calls_ = std::move(taken); }

  // For the time that the handler of a signal is at work. It may call what it likes, and the thread
  // goes on as if it had not: it may have been in the middle of enter_known() or leave().
  class Interruption {
   public:
    explicit Interruption(CallStack& calls) : calls_(calls), moment_(calls.calls_.moment()) {}
    ~Interruption() { calls_.calls_.go_back_to(moment_); }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

   private:
    CallStack& calls_;
    const CallArray::Moment moment_;
  };

  // Of the innermost call; 0 without any.
  std::uint64_t frame() const { return calls_.empty() ? 0 : calls_.top().frame; }
  std::size_t depth() const { return calls_.size(); }
  // f(counter, frame, receives) for each call, the outermost first: enter() with the same makes it
  // again.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 1; i <= calls_.size(); ++i)
      f(contexts_.last(calls_[i].context).counter, calls_[i].frame, calls_[i].receives);
  }

  // The user's channels that one of the functions at work receives from.
  channel::Channels receiving() const { return calls_.top().receives; }
  ChainId context() const { return calls_.top().context; }

 private:
  // A callback's frame lies below the stack pointer of the function that it is for, by the return
  // address and the frame pointer that are saved there.
  static constexpr std::uint64_t kFrame = 16;

  // Programs call the same functions from the same places again and again.
  struct Known {
    std::uint64_t counter = 0;
    ChainId from;
    ChainId to;
  };
  static constexpr std::size_t kKnown = 512;

  [[gnu::always_inline]] void leave_up_to(std::uint64_t frame) {
    while (calls_.top().frame <= frame) [[unlikely]] calls_.pop();
  }
  [[gnu::always_inline]] void note_depth(std::uint64_t frame) {
    if (frame < lowest_) [[unlikely]]
      lowest_ = frame;
  }
  [[gnu::always_inline]] Known& known_at(ChainId from, std::uint64_t counter) {
    return known_[(counter ^ from.value() * 0x9e3779b1u) % kKnown];
  }
  ChainId child(ChainId from, std::uint64_t counter) {
    Known& known = known_at(from, counter);
    if (known.from != from || known.counter != counter)
      known = {counter, from, contexts_.append(from, {counter})};
    return known.to;
  }

  Contexts& contexts_;
  CallArray calls_;
  std::uint64_t lowest_ = UINT64_MAX;
  Known known_[kKnown];
};

}  // namespace steward
