// A collection with a lock around each operation of another one. It looks thread-safe, and is not:
// what an operation does to its argument, it does without the argument's lock.
#pragma once

#include <mutex>

#include "collection.h"

template <class Inner>
class Synchronized : public Collection {
 public:
  int size() override {
    const std::lock_guard lock(mutex_);
    return inner_.size();
  }
  bool add(int value) override {
    const std::lock_guard lock(mutex_);
    return inner_.add(value);
  }
  void remove_all() override {
    const std::lock_guard lock(mutex_);
    inner_.remove_all();
  }
  // Only making it is locked; who uses it has to lock the collection, which nobody does.
  std::unique_ptr<Iterator> iterator() override {
    const std::lock_guard lock(mutex_);
    return inner_.iterator();
  }
  bool contains(int value) override {
    const std::lock_guard lock(mutex_);
    return inner_.contains(value);
  }
  bool contains_all(Collection& other) override {
    const std::lock_guard lock(mutex_);
    return inner_.contains_all(other);
  }
  bool add_all(Collection& other) override {
    const std::lock_guard lock(mutex_);
    return inner_.add_all(other);
  }
  bool equals(Collection& other) override {
    const std::lock_guard lock(mutex_);
    return inner_.equals(other);
  }

 private:
  std::mutex mutex_;
  Inner inner_;
};
