// A vector that locks itself, as Java's first one did: but for what seemed too small to be locked.
// How many elements there are is read without the lock, and nothing bad comes of it.
//
// truth: benign count: was right a moment ago; who then asks for an element has the lock
// truth: benign room: the same, of how many there is room for
#include <mutex>

#include "driver.h"

namespace {

class Vector {
 public:
  void add(int value) {
    const std::lock_guard lock(mutex_);
    if (count_ == room_) room_ *= 2;  // [room]
    elements_[count_] = value;
    ++count_;  // [count]
  }
  void remove_last() {
    const std::lock_guard lock(mutex_);
    if (count_ > 0) --count_;  // [count]
  }
  void trim() {
    const std::lock_guard lock(mutex_);
    room_ = count_;  // [room]
  }
  // What is at this place; -1 if there is nothing any more.
  int at(int index) {
    const std::lock_guard lock(mutex_);
    return index < count_ ? elements_[index] : -1;
  }
  int size() const {
    return count_;  // [count]
  }
  bool is_empty() const {
    return count_ == 0;  // [count]
  }
  int room() const {
    return room_;  // [room]
  }

 private:
  mutable std::mutex mutex_;
  int count_ = 0;
  int room_ = 4;
  int elements_[64] = {};
};

Vector vector;

void look() {
  int sum = 0;
  for (int i = 0; i < vector.size(); ++i) sum += vector.at(i);
  if (sum < 0 && vector.is_empty()) sum = 0;
}
void extend() {
  if (vector.is_empty() || vector.room() < 64)
    for (int i = 0; i < 4; ++i) vector.add(i);
}
void reduce() {
  vector.remove_last();
  vector.trim();
}

}  // namespace

int main() {
  for (int i = 0; i < 6; ++i) vector.add(i);
  return run_together({look, extend, reduce});
}
