// How the program has objects: by variables that the collectors know, and through them.
//
// What is read and written here is what the language knows as an access, and is one to whoever
// looks for races. All that happens around it is the run-time system's business.
#pragma once

#include <cstdint>
#include <type_traits>

#include "managed/object.h"
#include "managed/thread.h"
#include "managed/truth.h"

namespace managed {

template <class T>
struct Volatile;

template <class T>
struct Array : ArrayHeader {
  Field<T>* elements() { return reinterpret_cast<Field<T>*>(this + 1); }
};

// A variable of one thread. They end in the order opposite to that in which they begin. What get()
// gives is to be kept in another one before the next safepoint: whatever creates objects, waits or
// polls.
template <class T>
class Local {
 public:
  explicit Local(Thread& me, T* object = nullptr) : me_(me), slot_(me.push(object)) {}
  ~Local() { me_.pop(); }
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;

  Local& operator=(T* object) {
    *slot_ = object;
    return *this;
  }
  T* raw() const { return static_cast<T*>(*slot_); }
  explicit operator bool() const { return *slot_ != nullptr; }
  Object* const& slot() const { return *slot_; }

  template <class C, class V>
  [[gnu::always_inline]] V get(Field<V> C::*field,
                               truth::Place place = truth::Place::current()) const {
    C* const object = static_cast<C*>(*slot_);
    return read((object->*field).raw, *object, place);
  }
  template <class C, class V>
  [[gnu::always_inline]] void set(Field<V> C::*field, std::type_identity_t<V> value,
                                  truth::Place place = truth::Place::current()) const {
    C* const object = static_cast<C*>(*slot_);
    write((object->*field).raw, value, *object, place);
  }

  // Arrays. Their length never changes: it is no variable, so reading it is no access.
  std::uint64_t length() const {
    return __atomic_load_n(&static_cast<const ArrayHeader*>(*slot_)->length, __ATOMIC_RELAXED);
  }
  [[gnu::always_inline]] auto at(std::uint64_t index,
                                 truth::Place place = truth::Place::current()) const {
    T* const array = raw();
    check(index);
    return read(array->elements()[index].raw, *array, place);
  }
  template <class V>
  [[gnu::always_inline]] void put(std::uint64_t index, V value,
                                  truth::Place place = truth::Place::current()) const {
    T* const array = raw();
    check(index);
    auto& element = array->elements()[index].raw;
    write(element, static_cast<std::remove_reference_t<decltype(element)>>(value), *array, place);
  }

 private:
  void check(std::uint64_t index) const {
    if (index >= length()) fail("index out of bounds");
  }
  template <class V>
  [[gnu::always_inline]] static V read(const V& field, const Object& object, truth::Place place) {
    const truth::Access logged(false, object, &field, sizeof field, place);
    return field;
  }
  template <class V>
  [[gnu::always_inline]] static void write(V& field, V value, const Object& object,
                                           truth::Place place) {
    const truth::Access logged(true, object, &field, sizeof field, place);
    field = value;
  }

  Thread& me_;
  Object** const slot_;
};

}  // namespace managed
