#include "memory_functions.h"

#include <cstring>

namespace steward_guard {
namespace {

// Arguments by number; -1: none.
struct Shape {
  const char* name;
  int written;
  int read;
  int read_too;
  int size;
};
constexpr Shape kShapes[] = {
    {"memcpy", 0, 1, -1, 2},  {"memmove", 0, 1, -1, 2}, {"mempcpy", 0, 1, -1, 2},
    {"memset", 0, -1, -1, 2}, {"memcmp", -1, 0, 1, 2},  {"bcmp", -1, 0, 1, 2},
};

// As it is called in the source, or by headers that check sizes: __builtin___memcpy_chk.
bool is_called(const char* called, const char* name) {
  if (std::strncmp(called, "__builtin_", 10) == 0) called += 10;
  if (std::strncmp(called, "__", 2) == 0) called += 2;
  const std::size_t length = std::strlen(name);
  return std::strncmp(called, name, length) == 0 &&
         (called[length] == 0 || std::strcmp(called + length, "_chk") == 0);
}

const Shape* shape_of(const_tree function) {
  if (function == NULL_TREE || DECL_NAME(function) == NULL_TREE || !TREE_PUBLIC(function) ||
      (DECL_CONTEXT(function) != NULL_TREE &&
       TREE_CODE(DECL_CONTEXT(function)) != TRANSLATION_UNIT_DECL))
    return nullptr;
  const char* const called = IDENTIFIER_POINTER(DECL_NAME(function));
  for (const Shape& shape : kShapes)
    if (is_called(called, shape.name)) return &shape;
  return nullptr;
}

}  // namespace

std::vector<MemoryRange> ranges_of(const gcall* call) {
  const Shape* const shape = shape_of(gimple_call_fndecl(call));
  if (shape == nullptr || gimple_call_num_args(call) < 3) return {};
  std::vector<MemoryRange> ranges;
  const auto add = [&](int argument, bool writes) {
    if (argument >= 0)
      ranges.push_back({gimple_call_arg(call, static_cast<unsigned>(argument)),
                        gimple_call_arg(call, static_cast<unsigned>(shape->size)), writes});
  };
  add(shape->read, false);
  add(shape->read_too, false);
  add(shape->written, true);
  return ranges;
}

}  // namespace steward_guard
