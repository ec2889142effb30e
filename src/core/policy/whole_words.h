// Ranges as the whole words that they cover, and what they have of others.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/event/types.h"
#include "core/policy/byte_set.h"

namespace steward {

// All three may be empty.
struct WholeWords {
  explicit WholeWords(AddressRange range) {
    const Address first(
        std::min(range.end().value(), (range.begin.value() + kWordBytes - 1) & ~(kWordBytes - 1)));
    const Address end(std::max(first.value(), range.end().value() & ~(kWordBytes - 1)));
    before = {range.begin, first - range.begin};
    words = {first, end - first};
    behind = {end, range.end() - end};
  }
  Address begin() const { return before.begin; }
  AddressRange before, words, behind;
};

// f(part) for parts of `range` that lie in one block of `unit` bytes each, and so do the bytes that
// are `distance` further; in the order of addresses, or the other way round.
template <class F>
void for_each_part(AddressRange range, std::uint64_t distance, std::uint64_t unit, bool forwards,
                   F&& f) {
  // From an address to the end of its block, or to where the block before it begins.
  const auto room_at = [&](std::uint64_t at) {
    return forwards ? unit - at % unit : (at - 1) % unit + 1;
  };
  for (std::uint64_t left = range.size; left != 0;) {
    const std::uint64_t edge = range.begin.value() + (forwards ? range.size - left : left);
    const std::uint64_t size = std::min({left, room_at(edge), room_at(edge + distance)});
    left -= size;
    f(AddressRange{Address(forwards ? edge : edge - size), size});
  }
}

}  // namespace steward
