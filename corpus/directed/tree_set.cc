// Two sorted sets in trees, each behind the lock of a decorator, as Java's
// synchronizedSet(TreeSet). The iterator over the one that the other is extended by has no lock.
//
// truth: bug changes: the iterator compares the count of changes while it goes up
// truth: bug root: it looks for the successor of an element from a root that is taken away
// truth: bug branches: or on a branch where a node is being added
// truth: bug values: it reads an element that has come after it looked for changes
// hard: values.put values.get: it must be added below where it is just looking
// hard: branches.make branches.follow: the same, of the branches below
// fails: changes, root
#include <limits>

#include "driver.h"
#include "synchronized.h"

namespace {

constexpr int kMost = 64;

class TreeSet : public Collection {
 public:
  int size() override { return size_; }
  bool add(int value) override {
    Node** place = &root_;
    while (*place != nullptr) {
      if ((*place)->value == value) return false;
      place = value < (*place)->value ? &(*place)->less : &(*place)->more;
    }
    Node& node = nodes_[made_++];
    node.value = value;               // [values.put]
    node.less = node.more = nullptr;  // [branches.make]
    ++changes_;                       // [changes]
    *place = &node;                   // [branches.set] [root]
    ++size_;
    return true;
  }
  void remove_all() override {
    ++changes_;       // [changes]
    root_ = nullptr;  // [root]
    size_ = 0;
  }
  std::unique_ptr<Iterator> iterator() override { return std::make_unique<Walk>(*this); }

 private:
  struct Node {
    int value = 0;
    Node* less = nullptr;
    Node* more = nullptr;
  };

  class Walk : public Iterator {
   public:
    explicit Walk(TreeSet& set) : set_(set), changes_(set.changes_), left_(set.size_) {}
    bool has_next() override { return left_ > 0; }
    int next() override {
      if (set_.changes_ != changes_)  // [changes]
        throw ConcurrentModification();
      const Node* best = nullptr;
      const Node* node = set_.root_;  // [root]
      while (node != nullptr) {
        if (node->value > last_) {  // [values.get]
          best = node;
          node = node->less;  // [branches.follow]
        } else {
          node = node->more;  // [branches.follow]
        }
      }
      if (best == nullptr) throw NoSuchElement();
      --left_;
      return last_ = best->value;  // [values.get]
    }

   private:
    TreeSet& set_;
    const int changes_;
    int left_;
    int last_ = std::numeric_limits<int>::min();
  };

  int changes_ = 0;
  int size_ = 0;
  Node* root_ = nullptr;
  Node nodes_[kMost];  // used once, as with a garbage collector
  int made_ = 0;
};

Synchronized<TreeSet> one, two;

void ask_for_all() { one.contains_all(two); }
void take_over() { one.add_all(two); }
void empty() { two.remove_all(); }
void extend() { two.add(5); }

}  // namespace

int main() {
  for (const int value : {8, 4, 12, 2, 6, 10}) {
    one.add(value);
    two.add(value);
  }
  return run_together({ask_for_all, take_over, empty, extend});
}
