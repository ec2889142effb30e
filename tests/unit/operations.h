// Random operations for tests of a data structure against a plain model.
//
// A test case is a list of words, each word one operation. RapidCheck shrinks a failing list by
// dropping words and by lowering them, so a model should give small choices the plainest meaning.
#pragma once

#include <cstdint>
#include <rapidcheck.h>
#include <vector>

namespace steward {

// The choices inside one operation: numbers below given bounds, taken out of the bits of its word.
class Draw {
 public:
  explicit Draw(std::uint64_t bits) : bits_(bits) {}
  std::uint32_t below(std::uint32_t bound) {
    const auto chosen = static_cast<std::uint32_t>(bits_ % bound);
    bits_ /= bound;
    return chosen;
  }
  bool flip() { return below(2) == 1; }

 private:
  std::uint64_t bits_;
};

// Calls perform(Draw) for each operation of a random list of up to 100 * `length`.
// REQUIRES: called inside a RapidCheck property.
template <class Perform>
void perform_random_operations(double length, Perform&& perform) {
  using Words = std::vector<std::uint64_t>;
  const auto word = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
  const Words words = *rc::gen::scale(length, rc::gen::container<Words>(word));
  for (const std::uint64_t bits : words) perform(Draw(bits));
}

}  // namespace steward
