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

tree variable(const std::string& name, tree function_type) {
  if (const auto known = declarations.find(name); known != declarations.end()) return known->second;
  tree made = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()),
                         build_pointer_type(function_type));
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
                  build_function_type_list(integer_type_node, ptr_type_node, NULL_TREE));
}
tree range_hook_variable(Hook hook) {
  return variable(
      name_of(hook, "_range"),
      build_function_type_list(integer_type_node, ptr_type_node, size_type_node, NULL_TREE));
}
tree vptr_hook_variable() {
  return variable(
      "__steward_hook_write_vptr",
      build_function_type_list(integer_type_node, ptr_type_node, ptr_type_node, NULL_TREE));
}

tree refused_function(bool may_throw) {
  const std::string name = may_throw ? "__steward_hook_refused" : "__steward_hook_refused_here";
  if (const auto known = declarations.find(name); known != declarations.end()) return known->second;
  tree made = build_fn_decl(name.c_str(), build_function_type_list(void_type_node, NULL_TREE));
  stay_in_module(made);
  TREE_NOTHROW(made) = may_throw ? 0 : 1;
  DECL_ATTRIBUTES(made) = tree_cons(get_identifier("cold"), NULL_TREE, DECL_ATTRIBUTES(made));
  return keep(name, made);
}

}  // namespace steward_guard
