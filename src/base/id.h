// Identifiers that cannot be mixed up: a thread is not a lock is not a site.
#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

namespace steward {

// `Tag` only tells kinds apart. There is no arithmetic: an id is a name, not a number.
template <class Tag, class Representation>
class Id {
 public:
  using representation = Representation;

  constexpr Id() = default;
  constexpr explicit Id(Representation value) : value_(value) {}

  constexpr Representation value() const { return value_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  Representation value_ = 0;
};

}  // namespace steward
