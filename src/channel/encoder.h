// Writes the body of a record, field by field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/heap.h"
#include "base/vector.h"

namespace steward::channel {

class Encoder {
 public:
  explicit Encoder(Heap& heap) : bytes_(heap) {}

  Encoder& number(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    bytes_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  Encoder& text(const char* text) { return text_of(text, std::strlen(text)); }
  Encoder& text_of(const char* begin, std::size_t size) {
    number(size);
    for (std::size_t i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(begin[i]));
    return *this;
  }
  // Program counters, innermost first.
  Encoder& stack(std::span<const std::uint64_t> counters) {
    number(counters.size());
    for (const std::uint64_t counter : counters) number(counter);
    return *this;
  }

  Encoder& append(const Encoder& other) {
    for (const std::uint8_t byte : other.bytes_) bytes_.push_back(byte);
    return *this;
  }

  std::span<const std::uint8_t> bytes() const { return bytes_.span(); }

 private:
  Vector<std::uint8_t> bytes_;
};

}  // namespace steward::channel
