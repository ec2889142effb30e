// The links between the nodes of std::map and its like. libstdc++ keeps its functions that change
// and follow them in its shared library, whose accesses nobody sees: so they are made here, one by
// one, and each is told. The trees are red-black ones as in Cormen et al., "Introduction to
// Algorithms"; what libstdc++ wants besides is said where it is done.
#pragma once

#include <utility>

namespace steward {

// As libstdc++ lays it out. A tree's head is one as well: its parent is the root, and left and
// right are the first and the last node, or the head itself if there is none. The root's parent is
// the head. The head is red, the root black: so both can be told from each other.
struct TreeNode {
  enum class Colour : int { red, black };
  Colour colour;
  TreeNode* parent;
  TreeNode* left;
  TreeNode* right;
};

// Access: load(const T&) gives what is there, store(T&, value) puts it there; T is TreeNode::Colour
// or TreeNode*.
template <class Access>
class TreeLinks {
 public:
  using Node = TreeNode;
  explicit TreeLinks(Access& access) : access_(access) {}

  // The head if there is none; of the head, nothing that makes sense.
  Node* next(Node* node) {
    if (Node* const right = get(node->right)) return leftmost(right);
    Node* above = get(node->parent);
    while (node == get(above->right)) node = std::exchange(above, get(above->parent));
    // The last node is the root: its parent is the head, whose right one is the root again.
    return get(node->right) == above ? node : above;
  }

  // Of the head: the last one.
  Node* previous(Node* node) {
    if (is_red(node) && get(get(node->parent)->parent) == node) return get(node->right);
    if (Node* const left = get(node->left)) return rightmost(left);
    Node* above = get(node->parent);
    while (node == get(above->left)) node = std::exchange(above, get(above->parent));
    return above;
  }

  // Below `parent`, which has nothing on that side; the head if the tree is empty.
  void insert(bool left, Node* node, Node* parent, Node* head) {
    put(node->parent, parent);
    put(node->left, nullptr);
    put(node->right, nullptr);
    put(node->colour, Colour::red);
    if (parent == head) {
      put(head->left, node);
      put(head->right, node);
      put(head->parent, node);
    } else if (left) {
      put(parent->left, node);
      if (get(head->left) == parent) put(head->left, node);
    } else {
      put(parent->right, node);
      if (get(head->right) == parent) put(head->right, node);
    }
    mend_red(node, head);
  }

  // What becomes of the node, which is returned, is the caller's affair.
  Node* erase(Node* node, Node* head) {
    Node* const left = get(node->left);
    Node* const right = get(node->right);
    if (get(head->left) == node) put(head->left, right ? leftmost(right) : get(node->parent));
    if (get(head->right) == node) put(head->right, left ? rightmost(left) : get(node->parent));
    Node* hole = nullptr;  // what came up where a node is missing now
    Node* above = nullptr;
    Colour missing = get(node->colour);
    if (left != nullptr && right != nullptr) {
      Node* const heir = leftmost(right);
      missing = get(heir->colour);
      hole = get(heir->right);
      above = heir;
      if (heir != right) {
        above = get(heir->parent);
        put(above->left, hole);
        if (hole != nullptr) put(hole->parent, above);
        put(heir->right, right);
        put(right->parent, heir);
      }
      put(heir->left, left);
      put(left->parent, heir);
      replace(node, heir, head);
      put(heir->colour, get(node->colour));
    } else {
      hole = left != nullptr ? left : right;
      above = get(node->parent);
      replace(node, hole, head);
    }
    if (missing == Colour::black) mend_black(hole, above, head);
    return node;
  }

 private:
  using Colour = Node::Colour;

  template <class T>
  T get(const T& from) {
    return access_.load(from);
  }
  template <class T, class Value>
  void put(T& to, Value value) {
    access_.store(to, static_cast<T>(value));
  }
  bool is_red(const Node* node) { return get(node->colour) == Colour::red; }
  // Leaves are black.
  bool is_black(const Node* node) { return node == nullptr || !is_red(node); }

  Node* leftmost(Node* node) {
    while (Node* const left = get(node->left)) node = left;
    return node;
  }
  Node* rightmost(Node* node) {
    while (Node* const right = get(node->right)) node = right;
    return node;
  }

  // Where `node` hangs, `other` hangs from now on, if there is one.
  void replace(Node* node, Node* other, Node* head) {
    Node* const above = get(node->parent);
    if (get(head->parent) == node) put(head->parent, other);
    else if (get(above->left) == node) put(above->left, other);
    else put(above->right, other);
    if (other != nullptr) put(other->parent, above);
  }

  using Side = Node* Node::*;
  static constexpr Side kLeft = &Node::left;
  static constexpr Side kRight = &Node::right;
  static Side opposite(Side side) { return side == kLeft ? kRight : kLeft; }
  Side side_of(Node* node, Node* above) { return get(above->left) == node ? kLeft : kRight; }

  // The node goes down to that side, its child on the other side comes up.
  void rotate(Node* node, Side side, Node* head) {
    const Side other = opposite(side);
    Node* const up = get(node->*other);
    Node* const between = get(up->*side);
    put(node->*other, between);
    if (between != nullptr) put(between->parent, node);
    replace(node, up, head);
    put(up->*side, node);
    put(node->parent, up);
  }

  // The node is red: its parent must not be.
  void mend_red(Node* node, Node* head) {
    while (node != get(head->parent) && is_red(get(node->parent))) {
      Node* parent = get(node->parent);
      Node* const grandparent = get(parent->parent);
      const Side side = side_of(parent, grandparent);
      Node* const uncle = get(grandparent->*opposite(side));
      if (!is_black(uncle)) {
        put(parent->colour, Colour::black);
        put(uncle->colour, Colour::black);
        put(grandparent->colour, Colour::red);
        node = grandparent;
        continue;
      }
      if (node == get(parent->*opposite(side))) {
        rotate(parent, side, head);
        parent = std::exchange(node, parent);
      }
      put(parent->colour, Colour::black);
      put(grandparent->colour, Colour::red);
      rotate(grandparent, opposite(side), head);
    }
    put(get(head->parent)->colour, Colour::black);
  }

  // The paths through `node`, which may be a leaf, are one black node short of others.
  void mend_black(Node* node, Node* above, Node* head) {
    while (node != get(head->parent) && is_black(node)) {
      const Side side = side_of(node, above), other = opposite(side);
      Node* sibling = get(above->*other);
      if (is_red(sibling)) {
        put(sibling->colour, Colour::black);
        put(above->colour, Colour::red);
        rotate(above, side, head);
        sibling = get(above->*other);
      }
      if (is_black(get(sibling->*side)) && is_black(get(sibling->*other))) {
        put(sibling->colour, Colour::red);
        node = above;
        above = get(above->parent);
        continue;
      }
      if (is_black(get(sibling->*other))) {
        put(get(sibling->*side)->colour, Colour::black);
        put(sibling->colour, Colour::red);
        rotate(sibling, other, head);
        sibling = get(above->*other);
      }
      put(sibling->colour, get(above->colour));
      put(above->colour, Colour::black);
      put(get(sibling->*other)->colour, Colour::black);
      rotate(above, side, head);
      break;
    }
    if (node != nullptr) put(node->colour, Colour::black);
  }

  Access& access_;
};

}  // namespace steward
