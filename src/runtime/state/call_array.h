// An array of calls, the innermost last, that the handler of a signal may find in the middle of any
// change.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/heap.h"
#include "channel/functions.h"
#include "runtime/analysis/chains.h"

namespace steward {

struct CallEntry {
  std::uint64_t frame = UINT64_MAX;  // below all calls lies one with this frame
  ChainId context;
  channel::Channels receives = 0;  // what the function or one of its callers receives from
};

// What has been outgrown is kept: who was interrupted goes on with the array that it knew. Where
// that comes from, whoever is interrupted must not be in the middle of grow().
class CallArray {
 public:
  explicit CallArray(Heap& heap) : heap_(&heap) {}
  CallArray(CallArray&& other) noexcept : heap_(other.heap_) { swap(other); }
  CallArray& operator=(CallArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~CallArray() {
    for (std::size_t i = 0; i < kArrays; ++i)
      if (arrays_[i] != nullptr) heap_->deallocate(arrays_[i], size_of(i));
  }

  // The innermost call, or what lies below all.
  const CallEntry& top() const { return *top_; }
  bool empty() const { return top_->frame == UINT64_MAX; }
  std::size_t size() const { return in_use_ == 0 ? 0 : static_cast<std::size_t>(top_ - begin()); }
  // The outermost is number 1.
  const CallEntry& operator[](std::size_t i) const { return begin()[i]; }

  bool is_full() const { return top_ == last_; }
  // REQUIRES: not full. What is written is behind the end, until it is complete.
  [[gnu::always_inline]] void push(const CallEntry& entry) {
    top_[1] = entry;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    ++top_;
  }
  // REQUIRES: not empty.
  [[gnu::always_inline]] void pop() {
    --top_;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  // Makes room for one more at least.
  void grow() {
    STEWARD_CHECK(in_use_ < kArrays);
    CallEntry*& larger = arrays_[in_use_];
    if (larger == nullptr) larger = static_cast<CallEntry*>(heap_->allocate(size_of(in_use_)));
    const std::size_t depth = size();
    if (in_use_ == 0) larger[0] = {};
    else std::memcpy(larger, begin(), (depth + 1) * sizeof(CallEntry));
    last_ = larger + size_of(in_use_) / sizeof(CallEntry) - 1;
    top_ = larger + depth;
    ++in_use_;
  }

  // All there is to be put back for who was interrupted, whatever is pushed and popped meanwhile,
  // as long as the calls up to the top stay.
  struct Moment {
    CallEntry* top;
    CallEntry* last;
    std::size_t in_use;
    CallEntry next;  // it may have been at work on this
  };
  Moment moment() const { return {top_, last_, in_use_, is_full() ? CallEntry() : top_[1]}; }
  void go_back_to(const Moment& moment) {
    top_ = moment.top;
    last_ = moment.last;
    in_use_ = moment.in_use;
    if (!is_full()) top_[1] = moment.next;
  }

 private:
  // Small: those of stacks that nobody comes back to stay for ever.
  static constexpr std::size_t kFirst = 4;
  static constexpr unsigned kGrowthBits = 3;
  static constexpr std::size_t kArrays = 9;  // the last has room for more calls than any stack
  static std::size_t size_of(std::size_t array) {
    return (kFirst << kGrowthBits * array) * sizeof(CallEntry);
  }

  // REQUIRES: there is an array.
  const CallEntry* begin() const { return arrays_[in_use_ - 1]; }
  void swap(CallArray& other) {
    std::swap(heap_, other.heap_);
    std::swap(top_, other.top_);
    std::swap(last_, other.last_);
    std::swap(in_use_, other.in_use_);
    std::swap(arrays_, other.arrays_);
  }

  static constexpr CallEntry kNobody = {};

  Heap* heap_;
  // Nothing is written before there is an array.
  CallEntry* top_ = const_cast<CallEntry*>(&kNobody);
  CallEntry* last_ = const_cast<CallEntry*>(&kNobody);
  std::size_t in_use_ = 0;  // of the arrays: the last of these
  CallEntry* arrays_[kArrays] = {};
};

}  // namespace steward
