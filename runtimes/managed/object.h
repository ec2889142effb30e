// Objects of the managed heap, and what the run-time system knows of their classes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace managed {

class Thread;
struct Object;
template <class T>
class Local;

// One for all objects alike. References are where the collector finds other objects.
struct Class {
  const char* name = "";
  std::uint32_t size = 0;          // of an object; of an array: without its elements
  std::uint32_t element_size = 0;  // 0: not an array
  bool elements_are_references = false;
  std::vector<std::uint32_t> references;  // where they are in an object
  void (*finalize)(Thread&, const Local<Object>&) = nullptr;
};

// What each object begins with.
struct Object {
  // While a collector moves objects: where this one went, plus one.
  std::uintptr_t class_word;
  // See monitor.h. 0: nobody holds it.
  std::atomic<std::uint64_t> lock;
  // Where the object would be if none ever moved or died: no two have a byte in common. So this is
  // who it is, wherever it is.
  std::uint64_t identity;

  const Class& klass() const { return *reinterpret_cast<const Class*>(class_word); }
};

struct ArrayHeader : Object {
  std::uint64_t length;
};

// A field, or an element. Only to be touched by Local and the collectors.
template <class T>
struct Field {
  using Value = T;
  T raw;
};

inline constexpr std::size_t kGranule = 16;  // sizes and places of objects are multiples of it
inline constexpr std::size_t rounded(std::size_t bytes) {
  return (bytes + kGranule - 1) / kGranule * kGranule;
}

// With its elements, and rounded. `klass`: of an object that may have left its word to a collector.
inline std::size_t size_of(const Object& object, const Class& klass) {
  std::size_t bytes = klass.size;
  if (klass.element_size != 0)
    bytes += klass.element_size * static_cast<const ArrayHeader&>(object).length;
  return rounded(bytes);
}
inline std::size_t size_of(const Object& object) { return size_of(object, object.klass()); }

// visit(Object*&) for each reference of an object.
template <class F>
void for_each_reference(Object& object, F&& visit) {
  const Class& klass = object.klass();
  char* const at = reinterpret_cast<char*>(&object);
  for (const std::uint32_t offset : klass.references)
    visit(*reinterpret_cast<Object**>(at + offset));
  if (!klass.elements_are_references) return;
  Object** const elements = reinterpret_cast<Object**>(at + klass.size);
  for (std::uint64_t i = 0; i < static_cast<ArrayHeader&>(object).length; ++i) visit(elements[i]);
}

}  // namespace managed
