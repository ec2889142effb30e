#include "hooks.h"

#include <map>
#include <string>

namespace steward_guard {
namespace {

// The compiler's collector is to find them.
tree kept_declarations = NULL_TREE;
std::map<std::string, tree> declarations;

tree keep(const std::string& name, tree declaration) {
  kept_declarations = tree_cons(NULL_TREE, declaration, kept_declarations);
  declarations[name] = declaration;
  return declaration;
}

const ggc_root_tab roots[] = {
    {&kept_declarations, 1, sizeof kept_declarations, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB};

void stay_in_module(tree declaration) {
  DECL_VISIBILITY(declaration) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED(declaration) = 1;
  TREE_PUBLIC(declaration) = 1;
  DECL_EXTERNAL(declaration) = 1;
  DECL_ARTIFICIAL(declaration) = 1;
  DECL_IGNORED_P(declaration) = 1;
  TREE_USED(declaration) = 1;
}

constexpr char kHookAttribute[] = "steward hook";
constexpr char kGuardedAttribute[] = "steward guarded";

// Says of a type of functions what the compiler may know: they change nothing that it could see,
// look at all memory, and keep no address. So it need not load again what it knows behind a check,
// and what was stored before a check is in memory by then. And which of our hooks it is.
tree hook_type(tree function_type, Hook hook, HOST_WIDE_INT size) {
  static constexpr char kEffects[] = ".pR ";
  const tree type = build_distinct_type_copy(function_type);
  const tree what =
      tree_cons(NULL_TREE, build_int_cst(integer_type_node, hook == Hook::write),
                build_tree_list(NULL_TREE, build_int_cst(long_integer_type_node, size)));
  TYPE_ATTRIBUTES(type) =
      tree_cons(get_identifier("fn spec"),
                build_tree_list(NULL_TREE, build_string(sizeof kEffects - 1, kEffects)),
                tree_cons(get_identifier(kHookAttribute), what, NULL_TREE));
  return type;
}

tree variable(const std::string& name, tree function_type, Hook hook, HOST_WIDE_INT size) {
  if (const auto known = declarations.find(name); known != declarations.end()) return known->second;
  tree made = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()),
                         build_pointer_type(hook_type(function_type, hook, size)));
  stay_in_module(made);
  return keep(name, made);
}

std::string name_of(Hook hook, const std::string& size) {
  return std::string("__steward_hook_") + (hook == Hook::read ? "read" : "write") + size;
}

}  // namespace

const ggc_root_tab* hook_roots() { return roots; }

bool has_own_hook(HOST_WIDE_INT size) {
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

tree hook_variable(Hook hook, HOST_WIDE_INT size) {
  return variable(name_of(hook, std::to_string(size)),
                  build_function_type_list(integer_type_node, ptr_type_node, NULL_TREE), hook,
                  size);
}
tree range_hook_variable(Hook hook) {
  return variable(
      name_of(hook, "_range"),
      build_function_type_list(integer_type_node, ptr_type_node, size_type_node, NULL_TREE), hook,
      0);
}
tree vptr_hook_variable() {
  return variable(
      "__steward_hook_write_vptr",
      build_function_type_list(integer_type_node, ptr_type_node, ptr_type_node, NULL_TREE),
      Hook::write, 0);
}

AskedAccess asked_by(const gimple* statement) {
  if (!is_gimple_call(statement) || gimple_call_fntype(statement) == NULL_TREE) return {};
  const tree attribute =
      lookup_attribute(kHookAttribute, TYPE_ATTRIBUTES(gimple_call_fntype(statement)));
  if (attribute == NULL_TREE) return {};
  const tree what = TREE_VALUE(attribute);
  HOST_WIDE_INT size = tree_to_shwi(TREE_VALUE(TREE_CHAIN(what)));
  // Of a range it is an argument.
  if (size == 0) {
    const tree more = gimple_call_arg(as_a<const gcall*>(statement), 1);
    if (INTEGRAL_TYPE_P(TREE_TYPE(more)) && tree_fits_shwi_p(more)) size = tree_to_shwi(more);
  }
  const tree guarded =
      lookup_attribute(kGuardedAttribute, TYPE_ATTRIBUTES(gimple_call_fntype(statement)));
  return {true, integer_onep(TREE_VALUE(what)), size,
          guarded == NULL_TREE
              ? 0
              : static_cast<unsigned>(tree_to_uhwi(TREE_VALUE(TREE_VALUE(guarded))))};
}

// The type of what is called stays with the call wherever that is copied to.
void set_guarded(gcall* check, unsigned number) {
  const tree type = build_distinct_type_copy(gimple_call_fntype(check));
  TYPE_ATTRIBUTES(type) = tree_cons(
      get_identifier(kGuardedAttribute),
      build_tree_list(NULL_TREE, build_int_cst(unsigned_type_node, number)), TYPE_ATTRIBUTES(type));
  gimple_call_set_fntype(check, type);
}

tree refused_function(bool may_throw) {
  const std::string name = may_throw ? "__steward_hook_refused" : "__steward_hook_refused_here";
  if (const auto known = declarations.find(name); known != declarations.end()) return known->second;
  tree made = build_fn_decl(name.c_str(), build_function_type_list(void_type_node, NULL_TREE));
  stay_in_module(made);
  TREE_NOTHROW(made) = may_throw ? 0 : 1;
  TREE_THIS_VOLATILE(made) = 1;  // it does not return
  DECL_ATTRIBUTES(made) = tree_cons(get_identifier("cold"), NULL_TREE, DECL_ATTRIBUTES(made));
  return keep(name, made);
}

}  // namespace steward_guard
