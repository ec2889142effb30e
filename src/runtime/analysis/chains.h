// Lists that share their beginnings, each with a number: calling contexts, and the locks a thread
// holds. A list is its last element and the list before it.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/id.h"
#include "core/event/types.h"
#include "runtime/analysis/interner.h"

namespace steward {

// 0 is the empty list.
using ChainId = Id<struct ChainTag, std::uint32_t>;

// `Element` is as an Interner's record. Thread safety: any thread may call anything.
template <class Element>
class Chains {
 public:
  explicit Chains(Heap& heap) : nodes_(heap) {}

  // The list `before` followed by `last`.
  ChainId append(ChainId before, const Element& last) {
    return ChainId(nodes_.number_of({before, last}));
  }
  // New lists are empty from here on.
  void freeze() { nodes_.freeze(); }
  // REQUIRES: not the empty list.
  const Element& last(ChainId list) const { return nodes_.at(list.value()).last; }
  ChainId before(ChainId list) const { return nodes_.at(list.value()).before; }

  // f(element) from the last to the first.
  template <class F>
  void for_each(ChainId list, F&& f) const {
    for (; list != ChainId(); list = before(list)) f(last(list));
  }

 private:
  struct Node {
    ChainId before;
    Element last;
    std::uint64_t hash() const {
      return mix_bits(last.hash() + before.value() * 0x9e3779b97f4a7c15u);
    }
    friend bool operator==(const Node&, const Node&) = default;
  };

  Interner<Node> nodes_;
};

// A place in the program, and who was there.
struct ThreadPlace {
  ThreadId thread;
  std::uint64_t counter = 0;
  ChainId calls;
};

}  // namespace steward
