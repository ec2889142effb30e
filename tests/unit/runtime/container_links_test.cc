// The links of std::map and std::list, as libstdc++ itself leaves them: the same operations on the
// same nodes, ours on one copy and the library's on another.
#include <algorithm>
#include <bits/stl_tree.h>
#include <gtest/gtest.h>
#include <list>
#include <rapidcheck/gtest.h>
#include <vector>

#include "runtime/intercept/list_links.h"
#include "runtime/intercept/tree_links.h"

namespace steward {
namespace {

struct Plain {
  template <class T>
  T load(const T& from) {
    return from;
  }
  template <class T>
  void store(T& to, T value) {
    to = value;
  }
};

constexpr int kNodes = 24;

// The number of a node of a pool, kNodes of the head, -1 of none.
template <class Node>
struct Pool {
  Node nodes[kNodes + 1] = {};
  Node& head() { return nodes[kNodes]; }
  Node* at(int number) { return number < 0 ? nullptr : &nodes[number]; }
  int number_of(const Node* node) const {
    return node == nullptr ? -1 : static_cast<int>(node - nodes);
  }
};

struct Trees {
  using Theirs = std::_Rb_tree_node_base;
  Pool<TreeNode> ours;
  Pool<Theirs> theirs;
  std::vector<int> order;  // from the first to the last
  Plain access;
  TreeLinks<Plain> links{access};

  Trees() {
    ours.head() = {TreeNode::Colour::red, nullptr, &ours.head(), &ours.head()};
    theirs.head()._M_color = std::_S_red;
    theirs.head()._M_parent = nullptr;
    theirs.head()._M_left = theirs.head()._M_right = &theirs.head();
  }

  // So that it is the one at `place`.
  void insert(int node, std::size_t place) {
    // Below the one behind it or, if that has something on its left, below the one before it.
    int parent = kNodes;
    bool left = true;
    if (place < order.size() && ours.nodes[order[place]].left == nullptr) {
      parent = order[place];
    } else if (place > 0) {
      parent = order[place - 1];
      left = false;
    }
    links.insert(left, ours.at(node), ours.at(parent), &ours.head());
    std::_Rb_tree_insert_and_rebalance(left, theirs.at(node), theirs.at(parent), theirs.head());
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), node);
  }

  void erase(std::size_t place) {
    const int node = order[place];
    RC_ASSERT(links.erase(ours.at(node), &ours.head()) == ours.at(node));
    std::_Rb_tree_rebalance_for_erase(theirs.at(node), theirs.head());
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(place));
  }

  void compare_node(int node) {
    const TreeNode& one = ours.nodes[node];
    const Theirs& other = theirs.nodes[node];
    RC_ASSERT(static_cast<int>(one.colour) == static_cast<int>(other._M_color));
    RC_ASSERT(ours.number_of(one.parent) == theirs.number_of(other._M_parent));
    RC_ASSERT(ours.number_of(one.left) == theirs.number_of(other._M_left));
    RC_ASSERT(ours.number_of(one.right) == theirs.number_of(other._M_right));
  }

  void compare() {
    compare_node(kNodes);
    for (const int node : order) compare_node(node);
    if (order.empty()) return;
    RC_ASSERT(links.previous(&ours.head()) == ours.at(order.back()));
    RC_ASSERT(links.next(ours.at(order.back())) == &ours.head());
    for (std::size_t k = 1; k < order.size(); ++k) {
      RC_ASSERT(links.next(ours.at(order[k - 1])) == ours.at(order[k]));
      RC_ASSERT(links.previous(ours.at(order[k])) == ours.at(order[k - 1]));
    }
  }
};

RC_GTEST_PROP(ContainerLinks, OfTreesAreTheLibrarys, ()) {
  Trees trees;
  std::vector<int> unused(kNodes);
  for (int node = 0; node < kNodes; ++node) unused[static_cast<std::size_t>(node)] = node;
  for (int steps = *rc::gen::inRange(0, 80); steps > 0; --steps) {
    if (trees.order.empty() || (!unused.empty() && *rc::gen::inRange(0, 5) < 3)) {
      trees.insert(unused.back(), *rc::gen::inRange<std::size_t>(0, trees.order.size() + 1));
      unused.pop_back();
    } else {
      const auto place = *rc::gen::inRange<std::size_t>(0, trees.order.size());
      unused.push_back(trees.order[place]);
      trees.erase(place);
    }
    trees.compare();
  }
}

struct Lists {
  using Theirs = std::__detail::_List_node_base;
  Pool<ListNode> ours;
  Pool<Theirs> theirs;
  Plain access;
  ListLinks<Plain> links{access};

  // Every node begins as a ring of its own, so any of them can be the head.
  Lists() {
    for (int node = 0; node <= kNodes; ++node) {
      ours.nodes[node] = {ours.at(node), ours.at(node)};
      theirs.nodes[node]._M_next = theirs.nodes[node]._M_prev = theirs.at(node);
    }
  }
  std::vector<int> ring(int head) const {
    std::vector<int> found;
    const ListNode* node = &ours.nodes[head];
    do found.push_back(ours.number_of(node));
    while ((node = node->next) != &ours.nodes[head]);
    return found;
  }
  void compare() {
    for (int node = 0; node <= kNodes; ++node) {
      RC_ASSERT(ours.number_of(ours.nodes[node].next) ==
                theirs.number_of(theirs.nodes[node]._M_next));
      RC_ASSERT(ours.number_of(ours.nodes[node].previous) ==
                theirs.number_of(theirs.nodes[node]._M_prev));
    }
  }
};

RC_GTEST_PROP(ContainerLinks, OfListsAreTheLibrarys, ()) {
  Lists lists;
  const auto any = [] { return *rc::gen::inRange(0, kNodes + 1); };
  for (int steps = *rc::gen::inRange(0, 80); steps > 0; --steps) {
    const int one = any();
    const std::vector<int> ring = lists.ring(one);
    const int what = *rc::gen::inRange(0, 6);
    if (what <= 1 && ring.size() == 1) {
      const int place = any();
      if (place == one) continue;
      lists.links.insert(lists.ours.at(one), lists.ours.at(place));
      lists.theirs.at(one)->_M_hook(lists.theirs.at(place));
    } else if (what == 2 && ring.size() > 1) {
      lists.links.erase(lists.ours.at(one));
      lists.theirs.at(one)->_M_unhook();
      lists.ours.nodes[one] = {lists.ours.at(one), lists.ours.at(one)};
      lists.theirs.nodes[one]._M_next = lists.theirs.nodes[one]._M_prev = lists.theirs.at(one);
    } else if (what == 3) {
      lists.links.reverse(lists.ours.at(one));
      lists.theirs.at(one)->_M_reverse();
    } else if (what == 4) {
      const int other = any();
      // One list cannot have two heads.
      if (std::find(ring.begin(), ring.end(), other) != ring.end()) continue;
      lists.links.swap(lists.ours.at(one), lists.ours.at(other));
      Lists::Theirs::swap(*lists.theirs.at(one), *lists.theirs.at(other));
    } else if (what == 5) {
      // A part of the ring behind `one`, to a place that is not in it.
      const auto length = *rc::gen::inRange<std::size_t>(1, ring.size() + 1);
      const int last = ring[length % ring.size()];
      const int place = any();
      if (std::find(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(length), place) !=
          ring.begin() + static_cast<std::ptrdiff_t>(length))
        continue;
      if (length == ring.size()) continue;  // a list has a head that stays
      lists.links.move(lists.ours.at(place), lists.ours.at(one), lists.ours.at(last));
      lists.theirs.at(place)->_M_transfer(lists.theirs.at(one), lists.theirs.at(last));
    }
    lists.compare();
  }
}

}  // namespace
}  // namespace steward
