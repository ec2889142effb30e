// The accesses of one location by the locks held at them: a lock-labelled trie (hybrid paper §5.2).
//
// The path from the root to a node spells a lockset, in the order of its labels; the node has the
// accesses made under exactly that set. Two questions are fast because whole subtrees drop out:
//   which accesses might race with one under L: skip every subtree whose label L protects against;
//   which accesses were made under a subset of L: enter only subtrees whose label L holds.
//
// The trie lies in one block in preorder, so that walking it is a scan: a node knows where its
// subtree ends, skipping is a jump. Locations have few nodes; inserting moves what comes after.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/event/types.h"
#include "core/lockset/lockset.h"

namespace steward {

template <class Origin>
struct LocksetAccess {
  Epoch epoch;  // whose, and at which of its own times
  Origin origin;
  AccessKind kind() const { return origin.kind(); }
};

// Zero bits are an empty trie. The owner must clear() it: there is no destructor, so that cells
// can hold it.
template <class Origin>
class AccessTrie {
 public:
  using Access = LocksetAccess<Origin>;

  bool empty() const { return size() == 0; }
  std::size_t size() const { return block_ == nullptr ? 0 : block_->accesses; }

  // Adds an access; in place of one under the same locks that `replaces` says it makes needless.
  template <class F>
  void insert(const Lockset& locks, const Access& access, Heap& heap, F&& replaces) {
    if (block_ == nullptr) start(heap);
    const std::uint32_t node = node_for(locks.labels(), heap);
    for (std::uint32_t i = nodes()[node].first_access; i < accesses_end(node); ++i) {
      if (!replaces(accesses()[i])) continue;
      accesses()[i] = access;
      return;
    }
    insert_at(node, access, heap);
  }
  void insert(const Lockset& locks, const Access& access, Heap& heap) {
    insert(locks, access, heap, [](const Access&) { return false; });
  }

  // One that was made without locks, and is not there yet.
  void insert(const Access& access, Heap& heap) {
    if (block_ == nullptr) start(heap);
    insert_at(0, access, heap);
  }
  // Whether some may have been made under locks.
  bool has_locks() const { return block_ != nullptr && block_->nodes > 1; }

  // f(access) for all that are remembered.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t i = 0; i < size(); ++i) f(accesses()[i]);
  }
  // f(access) for those that `locks` does not keep out.
  template <class F>
  void for_each_unprotected(const Lockset& locks, F&& f) const {
    walk([&](LockLabel label) { return !locks.protects(label); },
         [&](std::uint32_t, const Access& access) {
           f(access);
           return true;
         });
  }
  // Whether f(access) says yes to some access under a subset of `locks`.
  template <class F>
  bool any_under_subset(const Lockset& locks, F&& f) const {
    bool found = false;
    walk([&](LockLabel label) { return locks.holds(label); },
         [&](std::uint32_t, const Access& access) { return !(found = f(access)); });
    return found;
  }
  // Whether among the sets {L' - locks}, over the sets L' with an access that `counts`, there are
  // more than `bound` that pairwise share no lock (greedily chosen, so perhaps no though there
  // are).
  template <class F>
  bool has_disjoint_sets(const Lockset& locks, std::size_t bound, Heap& heap, F&& counts) const {
    if (size() <= bound || count_up_to(bound, counts) <= bound) return false;
    Vector<std::uint32_t> taken(heap);
    std::size_t sets = 0;
    for (std::uint32_t node = 0; node < block_->nodes && sets <= bound; ++node) {
      if (!any_access(node, counts)) continue;
      const std::size_t before = taken.size();
      if (add_if_disjoint(node, locks, taken)) ++sets;
      else taken.resize(before);
    }
    return sets > bound;
  }

  // Forgets the accesses that `is_over` says yes to, and nodes left without any below them.
  template <class F>
  void prune(F&& is_over, Heap& heap) {
    std::uint32_t over = 0;
    for (std::uint32_t i = 0; i < size(); ++i) over += is_over(accesses()[i]);
    if (over == 0) return;
    if (over == size()) return restart(heap);
    drop_accesses(is_over);
    drop_bare_nodes();
    if (block_->node_room > 4 * block_->nodes || block_->access_room > 4 * block_->accesses) {
      resize(heap, std::max(block_->nodes, kFirstNodes),
             std::max(block_->accesses, kFirstAccesses));
    }
  }

  // The locks that is_gone(number) says yes to are no more, and nobody holds them. From here on
  // they are one and the same, LockLabel::gone(): none of the questions can tell, since nobody who
  // asks holds one of them. Of what was made under the same locks then, only that stays which
  // nothing else replaces.
  template <class IsGone, class F>
  void unite_gone(IsGone&& is_gone, Heap& heap, F&& replaces) {
    if (!any_label(is_gone)) return;
    AccessTrie united;
    united.start(heap);
    Vector<LockLabel> labels(heap);
    for (std::uint32_t node = 0; node < block_->nodes; ++node) {
      if (nodes()[node].first_access == accesses_end(node)) continue;
      unite_labels(is_gone, node, labels);
      const std::uint32_t target = united.node_for(labels.span(), heap);
      for (std::uint32_t i = nodes()[node].first_access; i < accesses_end(node); ++i)
        if (!united.settle(target, accesses()[i], replaces))
          united.insert_at(target, accesses()[i], heap);
    }
    clear(heap);
    *this = united;
  }

  // Inlined: see Shadow::prefetch.
  [[gnu::always_inline]] void prefetch() const {
    const char* block = reinterpret_cast<const char*>(block_);
    for (std::size_t line = 0; line < kPrefetchedBytes; line += 64)
      __builtin_prefetch(block + line);
  }

  void copy_to(AccessTrie& empty, Heap& heap) const {
    if (block_ == nullptr) return;
    empty.block_ =
        static_cast<Block*>(heap.allocate(bytes(block_->node_room, block_->access_room)));
    std::memcpy(static_cast<void*>(empty.block_), block_,
                bytes(block_->node_room, block_->access_room));
  }
  void clear(Heap& heap) {
    if (block_ != nullptr) heap.deallocate(block_, bytes(block_->node_room, block_->access_room));
    block_ = nullptr;
  }

 private:
  struct Node {
    LockLabel label;             // of the edge into it; the root's means nothing
    std::uint32_t end;           // behind its subtree
    std::uint32_t first_access;  // its accesses end where the next node's begin
    std::uint32_t parent;
  };
  // Followed by node_room Nodes and access_room Accesses.
  struct alignas(16) Block {
    std::uint32_t nodes;
    std::uint32_t accesses;
    std::uint32_t node_room;
    std::uint32_t access_room;
  };
  static_assert(std::is_trivially_copyable_v<Access> && alignof(Access) <= 16);

  // Two cache lines, and enough for two accesses under a lock or two.
  static constexpr std::uint32_t kFirstNodes = 3;
  static constexpr std::uint32_t kFirstAccesses = 2;
  static constexpr std::size_t kPrefetchedBytes = 256;  // most locations' whole trie

  static std::size_t bytes(std::size_t node_room, std::size_t access_room) {
    return sizeof(Block) + node_room * sizeof(Node) + access_room * sizeof(Access);
  }
  Node* nodes() const { return reinterpret_cast<Node*>(block_ + 1); }
  Access* accesses() const { return reinterpret_cast<Access*>(nodes() + block_->node_room); }
  std::uint32_t accesses_end(std::uint32_t node) const {
    return node + 1 < block_->nodes ? nodes()[node + 1].first_access : block_->accesses;
  }

  void start(Heap& heap) {
    block_ = static_cast<Block*>(heap.allocate(bytes(kFirstNodes, kFirstAccesses)));
    *block_ = {1, 0, kFirstNodes, kFirstAccesses};
    nodes()[0] = {LockLabel(), 1, 0, 0};
  }
  // No accesses, in the same block unless it has resized.
  void restart(Heap& heap) {
    if (block_->node_room > kFirstNodes || block_->access_room > kFirstAccesses) return clear(heap);
    *block_ = {1, 0, kFirstNodes, kFirstAccesses};
    nodes()[0] = {LockLabel(), 1, 0, 0};
  }
  // REQUIRES: room for what is there.
  void resize(Heap& heap, std::uint32_t node_room, std::uint32_t access_room) {
    AccessTrie resized;
    resized.block_ = static_cast<Block*>(heap.allocate(bytes(node_room, access_room)));
    *resized.block_ = {block_->nodes, block_->accesses, node_room, access_room};
    std::memcpy(static_cast<void*>(resized.nodes()), nodes(), block_->nodes * sizeof(Node));
    std::memcpy(static_cast<void*>(resized.accesses()), accesses(),
                block_->accesses * sizeof(Access));
    clear(heap);
    *this = resized;
  }

  std::uint32_t node_for(std::span<const LockLabel> labels, Heap& heap) {
    std::uint32_t node = 0;
    for (const LockLabel& label : labels) node = child_for(node, label, heap);
    return node;
  }
  std::uint32_t child_for(std::uint32_t parent, LockLabel label, Heap& heap) {
    std::uint32_t child = parent + 1;
    while (child < nodes()[parent].end && nodes()[child].label < label) child = nodes()[child].end;
    if (child < nodes()[parent].end && nodes()[child].label == label) return child;
    return add_node(parent, child, label, heap);
  }
  std::uint32_t add_node(std::uint32_t parent, std::uint32_t at, LockLabel label, Heap& heap) {
    if (block_->nodes == block_->node_room)
      resize(heap, block_->node_room * 2, block_->access_room);
    Node* all = nodes();
    const std::uint32_t first_access = at < block_->nodes ? all[at].first_access : block_->accesses;
    std::memmove(static_cast<void*>(all + at + 1), all + at, (block_->nodes - at) * sizeof(Node));
    ++block_->nodes;
    for (std::uint32_t i = at + 1; i < block_->nodes; ++i) {
      ++all[i].end;
      if (all[i].parent >= at) ++all[i].parent;
    }
    all[at] = {label, at + 1, first_access, parent};
    for (std::uint32_t up = parent;; up = all[up].parent) {
      ++all[up].end;
      if (up == 0) break;
    }
    return at;
  }
  void insert_at(std::uint32_t node, const Access& access, Heap& heap) {
    if (block_->accesses == block_->access_room)
      resize(heap, block_->node_room, block_->access_room * 2);
    const std::uint32_t at = accesses_end(node);
    std::memmove(static_cast<void*>(accesses() + at + 1), accesses() + at,
                 (block_->accesses - at) * sizeof(Access));
    accesses()[at] = access;
    ++block_->accesses;
    for (std::uint32_t i = node + 1; i < block_->nodes; ++i) ++nodes()[i].first_access;
  }

  template <class IsGone>
  bool any_label(IsGone& is_gone) const {
    if (block_ == nullptr) return false;
    for (std::uint32_t node = 1; node < block_->nodes; ++node)
      if (is_gone(nodes()[node].label.lock())) return true;
    return false;
  }
  // labels := those of the node, in their order, with one for all that are gone.
  template <class IsGone>
  void unite_labels(IsGone& is_gone, std::uint32_t node, Vector<LockLabel>& labels) const {
    labels.clear();
    bool any_gone = false;
    for (std::uint32_t at = node; at != 0; at = nodes()[at].parent) {
      const LockLabel label = nodes()[at].label;
      if (label == LockLabel::gone() || is_gone(label.lock())) any_gone = true;
      else labels.push_back(label);
    }
    std::reverse(labels.begin(), labels.end());
    if (any_gone) labels.push_back(LockLabel::gone());  // the last in the order
  }
  // Whether the node has an access that replaces this one, or now has this one instead of another.
  template <class F>
  bool settle(std::uint32_t node, const Access& access, F& replaces) {
    for (std::uint32_t i = nodes()[node].first_access; i < accesses_end(node); ++i) {
      if (replaces(accesses()[i], access)) return true;
      if (!replaces(access, accesses()[i])) continue;
      accesses()[i] = access;
      return true;
    }
    return false;
  }

  template <class F>
  void drop_accesses(F& is_over) {
    std::uint32_t kept = 0;
    for (std::uint32_t node = 0; node < block_->nodes; ++node) {
      const std::uint32_t end = accesses_end(node);
      std::uint32_t i = std::exchange(nodes()[node].first_access, kept);
      for (; i < end; ++i)
        if (!is_over(accesses()[i])) accesses()[kept++] = accesses()[i];
    }
    block_->accesses = kept;
  }
  // Nodes move forward in place. One that was moved keeps its old end as long as its subtree is
  // being moved, and is the one that further nodes belong under: `open`.
  void drop_bare_nodes() {
    Node* all = nodes();
    std::uint32_t kept = 1;
    std::uint32_t open = 0;
    // Ends the subtree of `node`, and says whom it belongs to.
    const auto close = [&](std::uint32_t node) {
      all[node].end = kept;
      return all[node].parent;
    };
    for (std::uint32_t node = 1; node < block_->nodes;) {
      while (all[open].end <= node) open = close(open);
      const std::uint32_t end = all[node].end;
      const std::uint32_t accesses_below =
          end < block_->nodes ? all[end].first_access : block_->accesses;
      if (all[node].first_access == accesses_below) {
        node = end;
        continue;
      }
      all[kept] = all[node++];
      all[kept].parent = open;
      open = kept++;
    }
    while (open != 0) open = close(open);
    all[0].end = kept;
    block_->nodes = kept;
  }

  // Preorder; enters a subtree if enter(label) says so, stops when visit(node, access) says no.
  template <class Enter, class Visit>
  void walk(Enter&& enter, Visit&& visit) const {
    if (block_ == nullptr) return;
    for (std::uint32_t node = 0; node < block_->nodes;) {
      if (node != 0 && !enter(nodes()[node].label)) {
        node = nodes()[node].end;
        continue;
      }
      const std::uint32_t last = accesses_end(node);
      for (std::uint32_t i = nodes()[node].first_access; i < last; ++i)
        if (!visit(node, accesses()[i])) return;
      ++node;
    }
  }
  template <class F>
  bool any_access(std::uint32_t node, F& counts) const {
    for (std::uint32_t i = nodes()[node].first_access; i < accesses_end(node); ++i)
      if (counts(accesses()[i])) return true;
    return false;
  }
  // How many accesses count, but no more than one above `bound`: each set needs one.
  template <class F>
  std::size_t count_up_to(std::size_t bound, F& counts) const {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < size() && count <= bound; ++i) count += counts(accesses()[i]);
    return count;
  }
  // Adds the locks of the node's set that `locks` does not hold, if there are any and none is
  // taken.
  bool add_if_disjoint(std::uint32_t node, const Lockset& locks,
                       Vector<std::uint32_t>& taken) const {
    const std::size_t before = taken.size();
    for (std::uint32_t at = node; at != 0; at = nodes()[at].parent) {
      const LockLabel label = nodes()[at].label;
      if (locks.holds(label)) continue;
      for (std::size_t i = 0; i < before; ++i)
        if (taken[i] == label.lock()) return false;
      taken.push_back(label.lock());
    }
    return taken.size() > before;
  }

  Block* block_ = nullptr;
};

}  // namespace steward
