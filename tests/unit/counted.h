// A value that counts how many of its kind live: containers must destroy what they made, once.
#pragma once

#include <utility>

namespace steward {

class Counted {
 public:
  Counted(int value = 0) : value_(value) { ++alive_; }
  Counted(const Counted& other) : value_(other.value_) { ++alive_; }
  Counted(Counted&& other) noexcept : value_(std::exchange(other.value_, kMoved)) { ++alive_; }
  Counted& operator=(const Counted&) = default;
  Counted& operator=(Counted&& other) noexcept {
    value_ = std::exchange(other.value_, kMoved);
    return *this;
  }
  ~Counted() { --alive_; }

  int value() const { return value_; }
  static int alive() { return alive_; }
  friend bool operator==(const Counted&, const Counted&) = default;

 private:
  static constexpr int kMoved = -1;
  inline static int alive_ = 0;
  int value_;
};

}  // namespace steward
