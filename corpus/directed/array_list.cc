// Two lists in arrays, each behind the lock of a decorator, as Java's synchronizedList(ArrayList).
// While one is compared with the other, that one is emptied and filled: the iterator over it has no
// lock. It throws.
//
// truth: bug changes: the iterator compares the count of changes while it goes up
// truth: bug size: whether there is a next element is asked while the elements go
// truth: bug elements: an element is read while the list is emptied, or filled again
// fails: changes, size, elements
#include "driver.h"
#include "synchronized.h"

namespace {

constexpr int kMost = 64;

class ArrayList : public Collection {
 public:
  int size() override { return size_; }
  bool add(int value) override {
    ++changes_;                // [changes]
    elements_[size_] = value;  // [elements]
    ++size_;                   // [size]
    return true;
  }
  void remove_all() override {
    ++changes_;                                        // [changes]
    for (int i = 0; i < size_; ++i) elements_[i] = 0;  // [elements]
    size_ = 0;                                         // [size]
  }
  std::unique_ptr<Iterator> iterator() override { return std::make_unique<Walk>(*this); }

 private:
  class Walk : public Iterator {
   public:
    explicit Walk(ArrayList& list) : list_(list), changes_(list.changes_) {}
    bool has_next() override {
      return at_ != list_.size_;  // [size]
    }
    int next() override {
      check();
      if (at_ >= list_.size_)  // [size]
        throw NoSuchElement();
      const int value = list_.elements_[at_++];  // [elements]
      check();
      return value;
    }

   private:
    void check() const {
      if (list_.changes_ != changes_)  // [changes]
        throw ConcurrentModification();
    }
    ArrayList& list_;
    const int changes_;
    int at_ = 0;
  };

  int changes_ = 0;
  int size_ = 0;
  int elements_[kMost] = {};
};

Synchronized<ArrayList> one, two;

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
