// The links between the nodes of std::list, which libstdc++ changes in its shared library: see
// tree_links.h.
#pragma once

namespace steward {

// As libstdc++ lays it out. A list is a ring; its head is a node of it.
struct ListNode {
  ListNode* next;
  ListNode* previous;
};

// Access: as for TreeLinks; T is ListNode*.
template <class Access>
class ListLinks {
 public:
  using Node = ListNode;
  explicit ListLinks(Access& access) : access_(access) {}

  void insert(Node* node, Node* before) {
    put(node->next, before);
    Node* const behind = get(before->previous);
    put(node->previous, behind);
    put(behind->next, node);
    put(before->previous, node);
  }

  void erase(Node* node) { link(get(node->previous), get(node->next)); }

  // Those from `first` on, without `last`, come to stand before `place`.
  void move(Node* place, Node* first, Node* last) {
    if (place == last) return;
    Node* const last_moved = get(last->previous);
    Node* const behind = get(place->previous);
    link(get(first->previous), last);
    link(behind, first);
    link(last_moved, place);
  }

  void reverse(Node* head) {
    Node* node = head;
    do {
      Node* const next = get(node->next);
      put(node->next, get(node->previous));
      put(node->previous, next);
      node = next;
    } while (node != head);
  }

  // The heads of two lists.
  void swap(Node* one, Node* other) {
    Node* const first = get(one->next);
    Node* const others_first = get(other->next);
    Node* const last = get(one->previous);
    Node* const others_last = get(other->previous);
    take(one, other, others_first, others_last);
    take(other, one, first, last);
  }

 private:
  Node* get(Node* const& from) { return access_.load(from); }
  void put(Node*& to, Node* value) { access_.store(to, value); }
  void link(Node* one, Node* next) {
    put(one->next, next);
    put(next->previous, one);
  }
  // What was the ring of another head; nothing if that was alone.
  void take(Node* head, Node* other, Node* first, Node* last) {
    if (first == other) return link(head, head);
    link(head, first);
    link(last, head);
  }

  Access& access_;
};

}  // namespace steward
