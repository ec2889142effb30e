// Whether a thread only waits for others by looking at memory again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace steward {

// What a thread has looked at since it last did something that others could see.
class SpinWatch {
 public:
  // It looks at an address from this place in its code, and finds that. Whether it has done the
  // very same before, and nothing since.
  bool repeats(std::uint64_t counter, std::uint64_t address, std::uint64_t value) {
    const Look look{counter, address, value};
    for (const Look& known : looks_)
      if (known == look) return true;
    looks_[next_++ % looks_.size()] = look;
    return false;
  }
  void did_something() {
    if (next_ != 0) looks_ = {};
    next_ = 0;
  }

 private:
  struct Look {
    std::uint64_t counter = 0, address = 0, value = 0;
    friend bool operator==(const Look&, const Look&) = default;
  };
  std::array<Look, 8> looks_ = {};
  std::size_t next_ = 0;
};

}  // namespace steward
