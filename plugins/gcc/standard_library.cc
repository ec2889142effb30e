#include "standard_library.h"

#include <cstring>

#include "settings.h"

namespace steward_guard {
namespace {

bool is_named(const_tree declaration, const char* name) {
  return DECL_NAME(declaration) != NULL_TREE &&
         std::strcmp(IDENTIFIER_POINTER(DECL_NAME(declaration)), name) == 0;
}

bool is_in_std(const_tree declaration) {
  const_tree outer = NULL_TREE;  // the outermost namespace so far
  for (const_tree at = DECL_CONTEXT(declaration); at != NULL_TREE;
       at = TYPE_P(at) ? TYPE_CONTEXT(at) : DECL_CONTEXT(at)) {
    if (TREE_CODE(at) == TRANSLATION_UNIT_DECL) break;
    // The global namespace is one, too.
    if (TREE_CODE(at) == NAMESPACE_DECL && DECL_NAME(at) != NULL_TREE &&
        std::strcmp(IDENTIFIER_POINTER(DECL_NAME(at)), "::") != 0)
      outer = at;
  }
  return outer != NULL_TREE && (is_named(outer, "std") || is_named(outer, "__gnu_cxx"));
}

// One that throws while another exception is on its way ends the program.
bool is_destructor(const_tree function) {
  return DECL_NAME(function) != NULL_TREE &&
         std::strncmp(IDENTIFIER_POINTER(DECL_NAME(function)), "__dt", 4) == 0;
}

}  // namespace

bool is_lifted(const_tree function) {
  return settings.lifts_std && function != NULL_TREE && TREE_CODE(function) == FUNCTION_DECL &&
         in_system_header_at(DECL_SOURCE_LOCATION(function)) && is_in_std(function) &&
         !is_destructor(function) && !fndecl_built_in_p(function);
}

}  // namespace steward_guard
