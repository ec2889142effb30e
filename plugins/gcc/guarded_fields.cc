#include "guarded_fields.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "memory_functions.h"

namespace steward_guard {
namespace {

// Of a field or a variable that others could know.
bool is_part(const_tree node) {
  if (TREE_CODE(node) == COMPONENT_REF) return DECL_NAME(TREE_OPERAND(node, 1)) != NULL_TREE;
  return VAR_P(node) && is_global_var(node) && DECL_NAME(node) != NULL_TREE;
}
const_tree declaration_of(const_tree part) {
  return TREE_CODE(part) == COMPONENT_REF ? TREE_OPERAND(part, 1) : part;
}
std::pair<location_t, std::string> name_of(const_tree part) {
  const const_tree declaration = declaration_of(part);
  return {DECL_SOURCE_LOCATION(declaration), IDENTIFIER_POINTER(DECL_NAME(declaration))};
}

// `this->x` where nobody else knows the object yet, or any more.
bool is_of_own_object(const_tree part, const_tree function) {
  if (!DECL_CXX_CONSTRUCTOR_P(function) && !DECL_CXX_DESTRUCTOR_P(function)) return false;
  const_tree object = part;
  while (handled_component_p(object)) object = TREE_OPERAND(object, 0);
  return TREE_CODE(object) == MEM_REF && TREE_OPERAND(object, 0) == DECL_ARGUMENTS(function);
}

}  // namespace

bool GuardedFields::read(const char* path) {
  FILE* const in = fopen(path, "re");
  if (in == nullptr) return false;
  char* line = nullptr;
  std::size_t room = 0;
  while (getline(&line, &room, in) > 0) {
    const std::string all(line, std::strcspn(line, "\n"));
    const std::size_t name = all.find(' ') + 1, file = all.find(' ', name) + 1;
    looked_at_[{all.substr(file), std::atoi(all.c_str())}].insert(
        all.substr(name, file - name - 1));
  }
  free(line);
  fclose(in);
  return true;
}

const std::string& GuardedFields::path_of(const char* file) {
  const auto [known, fresh] = paths_.try_emplace(file);
  if (fresh) {
    char path[PATH_MAX];
    known->second = realpath(file, path) == nullptr ? file : path;
  }
  return known->second;
}

// Of what has several lines, in one of them.
bool GuardedFields::has_looked_at(const std::string& name, location_t place, const Name& part) {
  if (place == UNKNOWN_LOCATION) return false;
  constexpr int kMostLines = 50;
  const source_range range = get_range_from_loc(line_table, place);
  const expanded_location begin = expand_location(range.m_start),
                          end = expand_location(range.m_finish);
  if (begin.file == nullptr || end.file != begin.file) return false;
  const std::string& file = path_of(begin.file);
  for (int line = begin.line; line <= std::min(end.line, begin.line + kMostLines); ++line) {
    const auto found = looked_at_.find({file, line});
    if (found == looked_at_.end() || !found->second.contains(name)) continue;
    parts_at_[{found->first, name}].insert(part);
    return true;
  }
  return false;
}

bool GuardedFields::has_looked(const_tree part, const gimple* statement) {
  const Name name = name_of(part);
  return has_looked_at(name.second, gimple_location(statement), name) ||
         (EXPR_P(part) && has_looked_at(name.second, EXPR_LOCATION(part), name));
}

void GuardedFields::note(const_tree part, const gimple* statement, const_tree function) {
  if (!has_looked(part, statement) && !is_of_own_object(part, function))
    unguarded_.insert(name_of(part));
}

// All at once, which the analysis does not look at.
void GuardedFields::note_copy(const_tree type) {
  while (type != NULL_TREE && TREE_CODE(type) == ARRAY_TYPE) type = TREE_TYPE(type);
  if (type == NULL_TREE || !RECORD_OR_UNION_TYPE_P(type) ||
      !copied_.insert(TYPE_UID(TYPE_MAIN_VARIANT(type))).second)
    return;
  for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field)) {
    if (TREE_CODE(field) != FIELD_DECL) continue;
    if (DECL_NAME(field) != NULL_TREE)
      unguarded_.insert({DECL_SOURCE_LOCATION(field), IDENTIFIER_POINTER(DECL_NAME(field))});
    note_copy(TREE_TYPE(field));
  }
}

namespace {

struct Walk {
  GuardedFields* fields;
  const gimple* statement;
  const_tree function;
};

}  // namespace

tree GuardedFields::visit(tree* operand, int*, void* walk) {
  const auto& at = *static_cast<Walk*>(walk);
  if (is_part(*operand)) at.fields->note(*operand, at.statement, at.function);
  return NULL_TREE;
}

void GuardedFields::see(const gimple* statement, const_tree function) {
  if (looked_at_.empty() || gimple_clobber_p(statement)) return;
  Walk walk{this, statement, function};
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i)
    if (tree operand = gimple_op(statement, i); operand != NULL_TREE)
      walk_tree_without_duplicates(&operand, visit, &walk);
  if (gimple_assign_single_p(statement)) {
    const const_tree type = TREE_TYPE(gimple_assign_lhs(statement));
    if (AGGREGATE_TYPE_P(type)) note_copy(type);
  } else if (is_gimple_call(statement)) {
    for (const MemoryRange& range : ranges_of(as_a<const gcall*>(statement)))
      if (POINTER_TYPE_P(TREE_TYPE(range.begin))) note_copy(TREE_TYPE(TREE_TYPE(range.begin)));
  }
}

unsigned GuardedFields::number_of(const_tree reference, const gimple* statement) {
  if (looked_at_.empty()) return 0;
  for (const_tree part = reference;; part = TREE_OPERAND(part, 0)) {
    if (is_part(part) && has_looked(part, statement)) {
      const Name name = name_of(part);
      auto known = std::find(parts_.begin(), parts_.end(), name);
      if (known == parts_.end()) known = parts_.insert(known, name);
      return static_cast<unsigned>(known - parts_.begin()) + 1;
    }
    if (!handled_component_p(part)) return 0;
  }
}

bool GuardedFields::is_guarded(unsigned number) const {
  const Name& name = parts_[number - 1];
  if (unguarded_.contains(name)) return false;
  // Which of several the analysis has looked at there it does not say.
  return std::none_of(parts_at_.begin(), parts_at_.end(), [&](const auto& at) {
    return at.second.size() > 1 && at.second.contains(name);
  });
}

}  // namespace steward_guard
