#include "known_checks.h"

#include <algorithm>
#include <tree-iterator.h>

namespace steward_guard {
namespace {

tree find_variable(tree* node, int*, void* variable) {
  return *node == variable ? *node : NULL_TREE;
}

}  // namespace

bool KnownChecks::repeats(const SharedAccess& access, bool writes) {
  for (Check& known : checks_) {
    if (!operand_equal_p(known.place, access.place, 0)) continue;
    const bool enough = known.writes || !writes;
    known.writes |= writes;
    return enough;
  }
  checks_.push_back({access.place, writes});
  return false;
}

void KnownChecks::forget_uses_of(tree variable) {
  // What is in memory has its value read into a register first: no address is made of it.
  if (!is_gimple_reg(variable)) return;
  std::erase_if(checks_, [&](const Check& known) {
    tree place = known.place;
    return walk_tree_without_duplicates(&place, find_variable, variable) != NULL_TREE;
  });
}

}  // namespace steward_guard
