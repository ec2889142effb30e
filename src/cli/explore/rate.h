// How often something happened, and what that says of how often it would.
#pragma once

#include <cstdint>
#include <string>

namespace steward::cli {

struct Rate {
  std::uint64_t hits = 0;
  std::uint64_t runs = 0;

  // Wilson's interval of 95 %: right also where nearly all or nearly none were hits.
  double low() const;
  double high() const;
  // "97 of 100 runs (91.5 to 99.0 %)".
  std::string text() const;
};

}  // namespace steward::cli
