// Lists that share their ends, each with a number: calling contexts, and the locks a thread holds.
//
// A list is its last element and the list before it. Equal lists have equal numbers, so a number
// can be stored with every access and still stands for all of a stack when a race is reported.
// Nothing is ever forgotten: programs have few different stacks, compared with accesses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/id.h"
#include "base/spin_lock.h"
#include "core/policy/policy.h"

namespace steward {

// 0 is the empty list.
using ChainId = Id<struct ChainTag, std::uint32_t>;

// `Element` is a trivially copyable struct with operator== and a member hash().
// Thread safety: any thread may call anything.
template <class Element>
class Chains {
 public:
  explicit Chains(Heap& heap) : heap_(heap), numbers_(heap) {}

  // The list `before` followed by `last`.
  ChainId append(ChainId before, const Element& last) {
    const Hold hold(lock_);
    const Node list{before, last};
    std::uint32_t& number = numbers_.find_or_insert(list, 0u);
    if (number == 0) number = add(list);
    return ChainId(number);
  }
  // REQUIRES: not the empty list.
  const Element& last(ChainId list) const { return node(list.value()).last; }
  ChainId before(ChainId list) const { return node(list.value()).before; }

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
  static constexpr std::uint32_t kChunk = 1u << 12;
  static constexpr std::uint32_t kChunks = 1u << 16;

  // Nodes never move, and whoever has a number got it after the node was written.
  const Node& node(std::uint32_t number) const { return chunks_[number / kChunk][number % kChunk]; }
  std::uint32_t add(const Node& node) {
    const std::uint32_t number = next_++;
    STEWARD_CHECK(number / kChunk < kChunks);
    Node*& chunk = chunks_[number / kChunk];
    if (chunk == nullptr) chunk = static_cast<Node*>(heap_.allocate(kChunk * sizeof(Node)));
    chunk[number % kChunk] = node;
    return number;
  }

  Heap& heap_;
  SpinLock lock_;
  HashMap<Node, std::uint32_t> numbers_;
  std::uint32_t next_ = 1;
  Node* chunks_[kChunks] = {};
};

}  // namespace steward
