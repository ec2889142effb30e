// Fields and variables that a lock guards, as clang's thread-safety analysis has found in this
// file: their checks can be left out, if that is wanted.
//
// What is believed is what that analysis has looked at: it names each access of a guarded field by
// line and name. A field counts as guarded if each of its accesses in the file is among those, or
// is one by a constructor or destructor to its own object. Whatever else there is to be done with a
// field, above all taking its address, leaves all of its checks where they are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gcc.h"

namespace steward_guard {

class GuardedFields {
 public:
  // What the analysis has said: lines `NUMBER NAME FILE`. False: the file cannot be read.
  bool read(const char* path);
  // To be told of all statements, before the first question.
  void see(const gimple* statement, const_tree function);
  // The field or variable that `reference` is, or is a part of, if the analysis has looked at this
  // access; 0: it has not.
  unsigned number_of(const_tree reference, const gimple* statement);
  // Whether checks of that one can be left out. All of the file has been seen by now.
  bool is_guarded(unsigned number) const;

 private:
  // The same in all instances of a template.
  using Name = std::pair<location_t, std::string>;
  using Line = std::pair<std::string, int>;

  static tree visit(tree* operand, int* go_down, void* walk);
  void note(const_tree part, const gimple* statement, const_tree function);
  void note_copy(const_tree type);
  bool has_looked(const_tree part, const gimple* statement);
  bool has_looked_at(const std::string& name, location_t place, const Name& part);
  const std::string& path_of(const char* file);

  std::map<Line, std::set<std::string>> looked_at_;
  std::map<std::pair<Line, std::string>, std::set<Name>> parts_at_;
  std::map<const char*, std::string> paths_;
  std::vector<Name> parts_;
  std::set<Name> unguarded_;
  std::set<unsigned> copied_;  // types, by number
};

inline GuardedFields guarded_fields;

}  // namespace steward_guard
