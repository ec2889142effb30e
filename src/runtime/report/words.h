// Text for people, put together inside the program, where nothing of libc may be called for it.
#pragma once

#include <cstdint>
#include <span>

#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"

namespace steward {

// Threads and locks are put in by number, "{thread 3}", "{lock 5}": the tool knows how they are
// called.
class Words {
 public:
  explicit Words(Heap& heap) : text_(heap) {}

  Words& operator<<(const char* text) {
    for (; *text != 0; ++text) text_.push_back(*text);
    return *this;
  }
  Words& operator<<(std::uint64_t number) { return digits(number, 10, 1); }
  Words& operator<<(Address address) {
    *this << "0x";
    return digits(address.value(), 16, 12);
  }
  Words& operator<<(ThreadId thread) {
    return *this << "{thread " << std::uint64_t{thread.value()} << "}";
  }
  Words& operator<<(LockId lock) { return *this << "{lock " << lock.value() << "}"; }

  std::span<const char> text() const { return text_.span(); }

 private:
  Words& digits(std::uint64_t number, std::uint64_t base, unsigned least) {
    char reversed[64];
    unsigned count = 0;
    for (; number != 0 || count < least; number /= base)
      reversed[count++] = "0123456789abcdef"[number % base];
    while (count > 0) text_.push_back(reversed[--count]);
    return *this;
  }

  Vector<char> text_;
};

}  // namespace steward
