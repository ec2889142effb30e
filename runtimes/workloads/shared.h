// Objects that several workloads have.
#pragma once

#include <cstdint>

#include "workloads/workload.h"

namespace workloads {

// Numbers that are the same in each run with this seed.
class Draw {
 public:
  explicit Draw(std::uint32_t stream)
      : state_(parameters().seed * 0x9e3779b97f4a7c15 + stream * 0x2545f4914f6cdd1d + 1) {}

  // From 0 up.
  std::uint32_t below(std::uint32_t bound) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::uint32_t>(((state_ >> 33) * bound) >> 31);
  }

 private:
  std::uint64_t state_;
};

using Text = Array<std::uint32_t>;  // words, as numbers

// All wait for all, again and again.
struct Barrier : Object {
  static const Class klass;
  Field<std::uint32_t> arrived;
  Field<std::uint32_t> round;
};
void arrive(Thread& me, const Local<Barrier>& barrier);

// Numbers from 0 to the end, each for one taker.
struct Tickets : Object {
  static const Class klass;
  Field<std::uint32_t> next;
  Field<std::uint32_t> end;
};
// False: there are no more.
bool take_ticket(Thread& me, const Local<Tickets>& tickets, std::uint32_t& ticket);

// A binary tree: a document, a program, an element with its first child and its next sibling.
struct Tree : Object {
  static const Class klass;
  Field<Tree*> left;
  Field<Tree*> right;
  Field<std::uint32_t> kind;
  Field<std::uint32_t> value;
};
Tree* grow(Thread& me, Draw& draw, unsigned depth);

}  // namespace workloads
