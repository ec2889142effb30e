// The atomic stores of a location that a load may still read, newest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/heap.h"
#include "base/vector.h"

namespace steward {

template <class Policy>
class SharedClock;

// What stores pass on: clocks, unless the policy says otherwise.
template <class Policy>
struct StoreContent {
  using Type = SharedClock<Policy>;
};

// `Content` is what an acquiring load gets from a store: a clock, or a token. A default Content is
// "nothing": what a load gets that reads the initial value or the value of a plain write.
//
// In programs as they run, only the newest can be read: it stands by itself.
template <class Content>
class Stores {
 public:
  explicit Stores(Heap& heap) : older_(heap) {}

  const Content& newest() const { return newest_; }
  // What the store `age` stores before the newest passes on.
  Content at(std::size_t age) const {
    if (age == 0) return newest_;
    return age <= older_.size() ? older_[older_.size() - age] : Content();
  }
  // Remembers a store; of the earlier ones only those that loads can still read, `kept` in all.
  // What is given back nobody reads any more, if that was the newest so far.
  Content push(Content content, std::size_t kept) {
    Content before = std::exchange(newest_, std::move(content));
    const bool first = !std::exchange(any_, true);
    if (first || kept == 1) return before;
    older_.push_back(before);
    if (older_.size() >= kept) older_.erase(0);
    return Content();
  }
  // Where loads can read no other: what a store passes on is to be put there.
  Content& only() {
    any_ = true;
    return newest_;
  }
  bool empty() const { return !any_; }
  // Whether no load gets anything from any of them: as if there were none.
  bool pass_nothing_on() const {
    if (!(newest_ == Content())) return false;
    for (const Content& content : older_)
      if (!(content == Content())) return false;
    return true;
  }
  std::size_t size() const { return any_ ? older_.size() + 1 : 0; }
  void copy_to(Stores& empty) const {
    for (const Content& content : older_) empty.older_.push_back(content);
    empty.newest_ = newest_;
    empty.any_ = any_;
  }

 private:
  Content newest_ = {};
  bool any_ = false;
  Vector<Content> older_;  // the oldest first
};

}  // namespace steward
