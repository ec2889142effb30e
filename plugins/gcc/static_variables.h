// Variables of static storage that only this file knows, and what all of it does with them: those
// that are written nowhere cannot race, and neither can those that each thread has for itself.
#pragma once

#include <set>
#include <utility>

#include "gcc.h"

namespace steward_guard {

class StaticVariables {
 public:
  // To be told of all statements, before anything is inserted.
  void see(const gimple* statement);
  // Whether accesses of this variable race with nothing. All of the file has been seen by now.
  bool cannot_race(const_tree variable);

 private:
  static tree look_for_address(tree* operand, int* go_down, void* variables);
  void see_initial_values();

  // By number.
  std::set<unsigned> written_;
  std::set<unsigned> with_address_;  // which is taken: others may access them by it
  bool initial_values_seen_ = false;
};

inline StaticVariables static_variables;

}  // namespace steward_guard
