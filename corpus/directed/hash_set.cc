// Two sets with a table of chains, each behind the lock of a decorator, as Java's
// synchronizedSet(HashSet). The iterator over the one that the other is extended by has no lock.
//
// truth: bug changes: the iterator compares the count of changes while it goes up
// truth: bug table: the iterator looks for the next chain while chains are cut off or begin
// truth: bug nodes: it follows a chain whose first node has come after it looked for changes
// hard: nodes.make nodes.follow: nothing happens in between at which a thread would be interrupted
// fails: changes, table

#include "driver.h"
#include "synchronized.h"

namespace {

constexpr int kMost = 64;
constexpr int kChains = 8;

class HashSet : public Collection {
 public:
  int size() override { return size_; }
  bool add(int value) override {
    if (contains(value)) return false;
    Node& node = nodes_[made_++];
    Node*& chain = chains_[value % kChains];
    node.value = value;  // [nodes.make]
    node.next = chain;   // [nodes.make]
    ++changes_;          // [changes]
    chain = &node;       // [table]
    ++size_;
    return true;
  }
  void remove_all() override {
    ++changes_;                                    // [changes]
    for (Node*& chain : chains_) chain = nullptr;  // [table]
    size_ = 0;
  }
  bool contains(int value) override {
    for (const Node* node = chains_[value % kChains]; node != nullptr; node = node->next)
      if (node->value == value) return true;
    return false;
  }
  std::unique_ptr<Iterator> iterator() override { return std::make_unique<Walk>(*this); }

 private:
  struct Node {
    int value = 0;
    Node* next = nullptr;
  };

  class Walk : public Iterator {
   public:
    explicit Walk(HashSet& set) : set_(set), changes_(set.changes_), left_(set.size_) {}
    bool has_next() override { return left_ > 0; }
    int next() override {
      if (set_.changes_ != changes_)  // [changes]
        throw ConcurrentModification();
      while (next_ == nullptr && at_ < kChains) next_ = set_.chains_[at_++];  // [table]
      if (next_ == nullptr) throw NoSuchElement();
      const int value = next_->value;  // [nodes.follow]
      next_ = next_->next;             // [nodes.follow]
      --left_;
      return value;
    }

   private:
    HashSet& set_;
    const int changes_;
    int left_;
    int at_ = 0;
    Node* next_ = nullptr;
  };

  int changes_ = 0;
  int size_ = 0;
  Node* chains_[kChains] = {};
  Node nodes_[kMost];  // used once, as with a garbage collector
  int made_ = 0;
};

Synchronized<HashSet> one, two;

void ask_for_all() { one.contains_all(two); }
void take_over() { one.add_all(two); }
void empty() { two.remove_all(); }
void extend() { two.add(47); }

}  // namespace

int main() {
  for (int i = 0; i < 6; ++i) {
    one.add(3 * i);
    two.add(3 * i);
  }
  return run_together({ask_for_all, take_over, empty, extend});
}
