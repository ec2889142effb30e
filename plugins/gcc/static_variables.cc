#include "static_variables.h"

namespace steward_guard {
namespace {

bool is_of_this_file(const_tree variable) {
  return variable != NULL_TREE && VAR_P(variable) && TREE_STATIC(variable) &&
         !TREE_PUBLIC(variable) && !DECL_EXTERNAL(variable);
}

}  // namespace

tree StaticVariables::look_for_address(tree* operand, int*, void* variables) {
  if (TREE_CODE(*operand) != ADDR_EXPR) return NULL_TREE;
  const tree variable = get_base_address(TREE_OPERAND(*operand, 0));
  if (is_of_this_file(variable))
    static_cast<StaticVariables*>(variables)->with_address_.insert(DECL_UID(variable));
  return NULL_TREE;
}

void StaticVariables::see(const gimple* statement) {
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i) {
    tree operand = gimple_op(statement, i);
    if (operand == NULL_TREE) continue;
    walk_tree_without_duplicates(&operand, look_for_address, this);
    // Who knows which of its operands assembler writes.
    if (gimple_code(statement) == GIMPLE_ASM && TREE_CODE(operand) == TREE_LIST)
      operand = TREE_VALUE(operand);
    else if (operand != gimple_get_lhs(statement)) continue;
    if (const tree variable = get_base_address(operand); is_of_this_file(variable))
      written_.insert(DECL_UID(variable));
  }
}

void StaticVariables::see_initial_values() {
  if (std::exchange(initial_values_seen_, true)) return;
  varpool_node* node;
  FOR_EACH_VARIABLE(node) {
    tree value = DECL_INITIAL(node->decl);
    if (value != NULL_TREE) walk_tree_without_duplicates(&value, look_for_address, this);
    // Somebody else has another name for it.
    if (node->alias && node->alias_target != NULL_TREE && VAR_P(node->alias_target))
      with_address_.insert(DECL_UID(node->alias_target));
  }
}

bool StaticVariables::cannot_race(const_tree variable) {
  if (!is_of_this_file(variable) || TREE_THIS_VOLATILE(variable) || DECL_PRESERVE_P(variable))
    return false;
  see_initial_values();
  return !with_address_.contains(DECL_UID(variable)) &&
         (DECL_THREAD_LOCAL_P(variable) || !written_.contains(DECL_UID(variable)));
}

}  // namespace steward_guard
