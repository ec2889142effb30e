// Reads the body of a record, field by field. A body that ends too early, or was damaged, gives
// zeros and empty strings from there on, and broken() says so: a report is better incomplete than
// lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace steward::channel {

class Decoder {
 public:
  explicit Decoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ >= bytes_.size()) break;
      const std::uint8_t byte = bytes_[at_++];
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    broken_ = true;
    return 0;
  }
  std::string text() {
    const std::size_t size = length(1);
    std::string text(reinterpret_cast<const char*>(bytes_.data() + at_), size);
    at_ += size;
    return text;
  }
  std::vector<std::uint64_t> stack() {
    std::vector<std::uint64_t> counters(length(1));
    for (std::uint64_t& counter : counters) counter = number();
    return counters;
  }
  // The length of a list whose elements take at least `least` bytes each: no damage makes it larger
  // than what is there.
  std::size_t length(std::size_t least) {
    const std::uint64_t count = number();
    if (count <= (bytes_.size() - at_) / least) return count;
    broken_ = true;
    at_ = bytes_.size();
    return 0;
  }

  bool broken() const { return broken_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace steward::channel
