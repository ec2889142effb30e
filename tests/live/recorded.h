// A run that was recorded on the way, and what is said of it: by the run, by an analysis of the
// trace, and by the definition.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/event/types.h"
#include "live/programs.h"

namespace steward::live_test {

// One access of a race, as a report says it.
struct ToldAccess {
  std::string what;  // "atomic write"
  std::uint64_t address = 0, size = 0;
  friend auto operator<=>(const ToldAccess&, const ToldAccess&) = default;
};
struct ToldRace {
  ToldAccess later, earlier;
  friend auto operator<=>(const ToldRace&, const ToldRace&) = default;
};
std::ostream& operator<<(std::ostream& to, const ToldRace& race);

// The races of a report in text.
std::set<ToldRace> told_races(const std::string& report);
// Two places of the program, in the order of their names, as a JSON report has them in a list:
// "races" or "kept_apart".
using ToldPlaces = std::pair<std::string, std::string>;
std::set<ToldPlaces> told_places(const std::filesystem::path& json, const char* list);
// The bytes that both accesses of some race have.
std::vector<Address> racy_bytes(const std::set<ToldRace>& races);
// All bytes that their accesses touch.
std::vector<Address> bytes_of(const std::set<ToldRace>& races);

// The bytes of a trace that race by a brute-force reading of it; empty and `too_long` if it has
// more events than that takes a moment for.
std::vector<Address> racy_bytes_by_definition(const std::filesystem::path& trace, bool& too_long);

}  // namespace steward::live_test
