// Two linked lists, each behind the lock of a decorator, as Java's synchronizedList(LinkedList).
// The iterator over the one that is compared with has no lock.
//
// truth: bug changes: the iterator compares the count of changes while it goes up
// truth: bug size: whether there is a next element is asked while the elements go
// truth: bug links: the iterator follows a link that is being set
// truth: false values: who comes to a new element has seen before that the list has changed
// apart: links.make links.follow: the same, of the link in it
// fails: changes, size, links

#include "driver.h"
#include "synchronized.h"

namespace {

constexpr int kMost = 64;

class LinkedList : public Collection {
 public:
  int size() override { return size_; }
  bool add(int value) override {
    Node& node = nodes_[made_++];
    node.value = value;   // [values]
    node.next = &end_;    // [links.make]
    ++changes_;           // [changes]
    last_->next = &node;  // [links.set]
    last_ = &node;
    ++size_;  // [size]
    return true;
  }
  void remove_all() override {
    ++changes_;         // [changes]
    end_.next = &end_;  // [links.set]
    last_ = &end_;
    size_ = 0;  // [size]
  }
  std::unique_ptr<Iterator> iterator() override { return std::make_unique<Walk>(*this); }

 private:
  struct Node {
    int value = 0;
    Node* next = nullptr;
  };

  class Walk : public Iterator {
   public:
    explicit Walk(LinkedList& list) : list_(list), changes_(list.changes_), next_(list.end_.next) {}
    bool has_next() override {
      return at_ != list_.size_;  // [size]
    }
    int next() override {
      if (list_.changes_ != changes_)  // [changes]
        throw ConcurrentModification();
      if (at_ == list_.size_)  // [size]
        throw NoSuchElement();
      const int value = next_->value;  // [values]
      next_ = next_->next;             // [links.follow]
      ++at_;
      return value;
    }

   private:
    LinkedList& list_;
    const int changes_;
    Node* next_;
    int at_ = 0;
  };

  int changes_ = 0;
  int size_ = 0;
  Node end_{0, &end_};  // before the first and after the last
  Node* last_ = &end_;
  Node nodes_[kMost];  // used once, as with a garbage collector
  int made_ = 0;
};

Synchronized<LinkedList> one, two;

void ask_for_all() { one.contains_all(two); }
void compare() { one.equals(two); }
void empty() { two.remove_all(); }
void extend() { two.add(7); }

}  // namespace

int main() {
  for (int i = 0; i < 6; ++i) {
    one.add(i);
    two.add(i);
  }
  return run_together({ask_for_all, compare, empty, extend});
}
