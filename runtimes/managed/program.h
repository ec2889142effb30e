// What programs for the run-time system are written with.
#pragma once

#include <cstdint>

#include "managed/runtime.h"

namespace managed {

// A class of objects, and where they refer to others: describe<Node>("Node", &Node::left, ...).
template <class C, class... T>
Class describe(const char* name, Field<T*> C::*... references) {
  alignas(C) static char none[sizeof(C)];
  [[maybe_unused]] auto* const object = reinterpret_cast<C*>(none);
  Class klass;
  klass.name = name;
  klass.size = sizeof(C);
  (klass.references.push_back(
       static_cast<std::uint32_t>(reinterpret_cast<char*>(&(object->*references)) - none)),
   ...);
  return klass;
}

template <class T>
inline const Class array_class{.name = "array",
                               .size = sizeof(ArrayHeader),
                               .element_size = sizeof(T),
                               .elements_are_references = std::is_pointer_v<T>,
                               .references = {},
                               .finalize = nullptr};

// C has a static member `klass`.
template <class C>
C* create(Thread& me) {
  return static_cast<C*>(me.runtime.create(me, C::klass));
}
template <class T>
Array<T>* create_array(Thread& me, std::uint64_t length) {
  return static_cast<Array<T>*>(me.runtime.create(me, array_class<T>, length));
}

// The argument of a thread, as what it is.
template <class C>
C* as(const Local<Object>& object) {
  return static_cast<C*>(object.raw());
}
template <class C>
const Local<Object>& object(const Local<C>& local) {
  return reinterpret_cast<const Local<Object>&>(local);
}

template <class C, class T>
T load(Thread& me, const Local<C>& of, Volatile<T> C::*field) {
  return me.runtime.load(me, *of.raw(), of.raw()->*field);
}
template <class C, class T>
void store(Thread& me, const Local<C>& of, Volatile<T> C::*field, std::type_identity_t<T> value) {
  me.runtime.store(me, *of.raw(), of.raw()->*field, value);
}

// Alone with the object while this lives.
class Synchronized {
 public:
  template <class C>
  Synchronized(Thread& me, const Local<C>& of) : me_(me), object_(object(of)) {
    me_.runtime.enter(me_, object_);
  }
  ~Synchronized() { me_.runtime.exit(me_, object_); }
  Synchronized(const Synchronized&) = delete;
  Synchronized& operator=(const Synchronized&) = delete;

 private:
  Thread& me_;
  const Local<Object>& object_;
};

}  // namespace managed
