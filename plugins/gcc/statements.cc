#include "statements.h"

namespace steward_guard {

tree plain_address(tree address) {
  while (TREE_CODE(address) == SSA_NAME) {
    const gimple* const made = SSA_NAME_DEF_STMT(address);
    if (!gimple_assign_single_p(made) && !gimple_assign_cast_p(made)) return address;
    const tree from = gimple_assign_rhs1(made);
    if (TREE_CODE(from) != SSA_NAME && TREE_CODE(from) != ADDR_EXPR) return address;
    if (!POINTER_TYPE_P(TREE_TYPE(from))) return address;
    address = from;
  }
  return address;
}

tree base_of(tree address) {
  return TREE_CODE(address) == ADDR_EXPR ? get_base_address(TREE_OPERAND(address, 0)) : NULL_TREE;
}

namespace {

// sqrt and its like, which may set errno.
bool only_computes(const gimple* call) {
  const tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !fndecl_built_in_p(function, BUILT_IN_NORMAL) ||
      !SCALAR_FLOAT_TYPE_P(TREE_TYPE(TREE_TYPE(function))))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i)
    if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i)))) return false;
  return true;
}

}  // namespace

bool may_synchronize(const gimple* statement) {
  if (gimple_code(statement) == GIMPLE_ASM) return true;
  if (!is_gimple_call(statement) || gimple_call_internal_p(statement)) return false;
  return (gimple_call_flags(statement) & (ECF_CONST | ECF_PURE)) == 0 && !only_computes(statement);
}

}  // namespace steward_guard
