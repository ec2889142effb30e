// Checks that were made, since the thread last synchronized with others and on every way to here:
// the same access need not be checked again.
#pragma once

#include <vector>

#include "gcc.h"
#include "shared_access.h"

namespace steward_guard {

class KnownChecks {
 public:
  // Whether a check of that is one too many. It is known from now on.
  bool repeats(const SharedAccess& access, bool writes);
  // Others may have done something; or one may come here without having passed by.
  void forget() { checks_.clear(); }
  // The variable has another value now, and with it what it is an address of.
  void forget_uses_of(tree variable);

 private:
  struct Check {
    tree place;
    bool writes;
  };
  std::vector<Check> checks_;
};

}  // namespace steward_guard
