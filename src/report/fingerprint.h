// Names for races that survive rebuilds: a fingerprint holds nothing that an unrelated edit or
// another run changes (no line numbers, no addresses, no order of detection), so that a baseline
// keeps matching and two detectors give the same race the same name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/types.h"

namespace steward::report {

// One of the two accesses, as the fingerprint sees it.
struct AccessIdentity {
  AccessKind kind = AccessKind::read;
  std::string function;       // or what stands in where a trace has no function names
  std::uint32_t ordinal = 0;  // among the sites of that function with that kind
};

// 16 hexadecimal digits. The order of the accesses does not matter. `location_class` is empty if
// the sites alone decide.
std::string fingerprint(std::string_view location_class, const AccessIdentity& a,
                        const AccessIdentity& b);

// `function` without the numbers compilers give to lambdas and unnamed types: they count what
// stands before them in the file.
std::string without_lambda_numbers(std::string_view function);

// An id for each fingerprint: "R-" and its first four digits, or as many more as tell it from all
// others. REQUIRES: no two are equal.
std::vector<std::string> short_ids(const std::vector<std::string>& fingerprints);

}  // namespace steward::report
