// The atomic stores of a location that a load may still read, newest first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"

namespace steward {

// `Content` is what an acquiring load gets from a store: a clock, or a token. A default Content is
// "nothing": what a load gets that reads the initial value or the value of a plain write.
template <class Content>
class Stores {
 public:
  explicit Stores(Heap& heap) : newest_last_(heap) {}

  // What the store `age` stores before the newest passes on.
  Content at(std::size_t age) const {
    return age < newest_last_.size() ? newest_last_[newest_last_.size() - 1 - age] : Content();
  }
  // Remembers a store; of the earlier ones only those that loads can still read, `kept` in all.
  void push(Content content, std::size_t kept) {
    newest_last_.push_back(content);
    if (newest_last_.size() > kept) newest_last_.erase(0);
  }
  bool empty() const { return newest_last_.empty(); }
  // Whether no load gets anything from any of them: as if there were none.
  bool pass_nothing_on() const {
    for (const Content& content : newest_last_)
      if (!(content == Content())) return false;
    return true;
  }
  std::size_t size() const { return newest_last_.size(); }
  void copy_to(Stores& empty) const {
    for (const Content& content : newest_last_) empty.newest_last_.push_back(content);
  }

 private:
  Vector<Content> newest_last_;
};

}  // namespace steward
