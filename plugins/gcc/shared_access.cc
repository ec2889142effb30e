#include "shared_access.h"

#include "settings.h"

namespace steward_guard {
namespace {

bool is_reference(const_tree t) {
  return DECL_P(t) || handled_component_p(t) || TREE_CODE(t) == MEM_REF ||
         TREE_CODE(t) == TARGET_MEM_REF;
}

// Somebody else may know where it is.
bool may_be_shared(const_tree variable) {
  if (VAR_P(variable) && DECL_HARD_REGISTER(variable)) return false;
  if (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL && TREE_CODE(variable) != RESULT_DECL)
    return false;
  if (!is_global_var(variable)) return TREE_ADDRESSABLE(variable);
  // Tables of virtual functions, types, guards of static variables: compilers make and mind them.
  return !DECL_ARTIFICIAL(variable) && !TREE_READONLY(variable);
}

bool is_elsewhere(const_tree base) {
  return !ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(base)));
}

// Neighbouring bit-fields are one memory location (C++20 [intro.memory]/3): it is accessed whole.
tree with_neighbours(tree reference) {
  if (TREE_CODE(reference) == BIT_FIELD_REF) return with_neighbours(TREE_OPERAND(reference, 0));
  if (TREE_CODE(reference) != COMPONENT_REF) return reference;
  const tree field = TREE_OPERAND(reference, 1);
  if (!DECL_BIT_FIELD_TYPE(field)) return reference;
  const tree all = DECL_BIT_FIELD_REPRESENTATIVE(field);
  if (all == NULL_TREE) return reference;
  return build3(COMPONENT_REF, TREE_TYPE(all), TREE_OPERAND(reference, 0), all,
                TREE_OPERAND(reference, 2));
}

// The parts of a number and of a vector lie in it, byte by byte.
tree without_parts(tree reference) {
  while (TREE_CODE(reference) == VIEW_CONVERT_EXPR || TREE_CODE(reference) == BIT_FIELD_REF)
    reference = TREE_OPERAND(reference, 0);
  return reference;
}

}  // namespace

SharedAccess shared_access(tree reference) {
  if (reference == NULL_TREE || !is_reference(reference)) return {};
  const tree base = get_base_address(reference);
  if (base == NULL_TREE || is_elsewhere(base)) return {};
  const bool by_pointer = TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF;
  if (!by_pointer && !DECL_P(base)) return {};  // a constant
  if (!by_pointer && !may_be_shared(base)) {
    if (!is_gimple_reg(base)) ++counts.local;
    return {};
  }
  const tree place = without_parts(with_neighbours(reference));
  const HOST_WIDE_INT size = int_size_in_bytes(TREE_TYPE(place));
  if (size <= 0) return {};
  return {place, size};
}

bool is_vptr(const_tree reference) {
  return TREE_CODE(reference) == COMPONENT_REF && DECL_VIRTUAL_P(TREE_OPERAND(reference, 1));
}

}  // namespace steward_guard
