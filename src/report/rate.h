// How often something happened, and what that says of how often it would.
#pragma once

#include <cstdint>
#include <string>

namespace steward::report {

struct Rate {
  std::uint64_t hits = 0;
  std::uint64_t runs = 0;

  // Wilson's interval of 95 %: right also where nearly all or nearly none were hits.
  double low() const;
  double high() const;
  // "97 of 100 runs (91.5 to 99.0 %)".
  std::string text() const;
  // "97 of 100 runs".
  std::string brief() const;
};

// How likely chance alone gives so many hits to the first of two groups, or more, when it deals the
// hits of both: Fisher's exact test.
double chance_of(const Rate& first, const Rate& second);
// Whether that is so unlikely that there must be a reason.
inline bool is_hardly_chance(const Rate& first, const Rate& second) {
  return chance_of(first, second) < 0.01;
}

}  // namespace steward::report
