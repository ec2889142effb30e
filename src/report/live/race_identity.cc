#include "report/live/race_identity.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "report/fingerprint.h"

namespace steward::report {
namespace {

std::string function_of(const Access& access) {
  if (access.stack.empty()) return "unknown";
  const Frame& top = access.stack.front();
  if (top.function) return without_lambda_numbers(*top.function);
  // Without any symbol, the place in the module is all there is.
  const std::string module = top.module.value_or("");
  return fmt::format("{}+{:#x}", module.substr(module.rfind('/') + 1), top.offset.value_or(0));
}

AccessIdentity identity_of(const Access& access, const AccessRecord& record,
                           const AddressSpace& space) {
  const bool named = !access.stack.empty() && access.stack.front().function;
  return {access.kind, function_of(access),
          named && !record.stack.empty() ? space.ordinal(record.stack.front()) : 0};
}

std::string place_of(const Access& access) {
  if (access.stack.empty()) return {};
  const Frame& top = access.stack.front();
  if (!top.line) return fmt::format("{}+{}", top.module.value_or(""), top.offset.value_or(0));
  return fmt::format("{}:{}:{}", top.file.value_or(""), *top.line, top.column.value_or(0));
}

// In either order.
std::string places_of(const Race& race) {
  std::string a = place_of(race.earlier()), b = place_of(race.later());
  if (b < a) std::swap(a, b);
  return a + " " + b;
}

}  // namespace

std::string RaceIdentities::fingerprint_of(const Race& race, const RaceRecord& record,
                                           const AddressSpace& space) {
  const AccessIdentity earlier = identity_of(race.earlier(), record.accesses[0], space);
  const AccessIdentity later = identity_of(race.later(), record.accesses[1], space);
  const std::string places = places_of(race);
  std::string location = race.location.name.value_or("");
  for (;;) {
    std::string print = fingerprint(location, earlier, later);
    const auto [known, fresh] = places_.try_emplace(print, places);
    if (fresh || known->second == places) return print;
    // Calls to two callbacks for the same kind of access are counted apart, and so may share a
    // number. Both races are to be heard.
    location += '#';
  }
}

std::string RaceIdentities::fresh_id(const std::string& fingerprint) {
  for (std::size_t digits = 4; digits < fingerprint.size(); ++digits) {
    std::string id = "R-" + fingerprint.substr(0, digits);
    if (ids_.insert(id).second) return id;
  }
  return "R-" + fingerprint;
}

}  // namespace steward::report
