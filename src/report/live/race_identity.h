// Which live races are the same one, and what they are called.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "report/live/address_space.h"
#include "report/live/records.h"
#include "report/report.h"

namespace steward::report {

// Fills in what a race is recognised by. Races have the same fingerprint if they have the same
// location, the same two functions and, in them, the same sites; in whichever process of the tree.
class RaceIdentities {
 public:
  // REQUIRES: location and stacks of `race` are there.
  std::string fingerprint_of(const Race& race, const RaceRecord& record, const AddressSpace& space);
  // "R-7f3a": as many digits as tell it from all given before, which stay as they are.
  std::string fresh_id(const std::string& fingerprint);

 private:
  // The sites that have each fingerprint, to notice two races that only look alike.
  std::map<std::string, std::string> places_;
  std::set<std::string> ids_;
};

}  // namespace steward::report
