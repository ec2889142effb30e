// How functions of libc are interposed that are called everywhere, at any time: also before
// anything could be looked up, and from inside the runtime, where the compiler makes calls of
// memcpy and memset that no source shows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/platform/real.h"

// Defines the interposed function NAME; what it stands before is real_NAME. By its label and not by
// its name, since C++ declares some of them twice. All are looked up when the library is loaded:
// later, a lookup could meet a thread that holds the loader's lock and waits for us.
#define STEWARD_FAMILY(result, name, parameters)                                        \
  namespace {                                                                           \
  constinit ::steward::Real<result parameters> real_##name(#name);                      \
  [[gnu::section("steward_lookups"), gnu::used]] void (*const lookup_##name)() = [] {   \
    real_##name.get();                                                                  \
  };                                                                                    \
  }                                                                                     \
  STEWARD_SECOND_NAME(name);                                                            \
  extern "C" [[gnu::visibility("default")]] result ours_##name parameters __asm(#name); \
  result ours_##name parameters

namespace steward {

// Whether real functions of the families can be called by now.
extern bool families_ready;

// Accesses and orderings by a libc function called from `counter`. What the runtime does with its
// own memory is nobody's business.
class Touch {
 public:
  explicit Touch(const void* counter) : counter_(reinterpret_cast<std::uint64_t>(counter)) {}

  const Touch& read(const void* begin, std::size_t size) const;
  const Touch& write(const void* begin, std::size_t size) const;
  // `read` and `write` are said before they happen. What cannot be known before has been written
  // when it is said.
  const Touch& wrote(const void* begin, std::size_t size) const;
  // A whole object; null is none. wrote_text: a string, with the zero that ends it.
  template <class T>
  const Touch& did_read(const T* object) const {
    return object == nullptr ? *this : read(object, sizeof *object);
  }
  template <class T>
  const Touch& wrote(const T* object) const {
    return object == nullptr ? *this : wrote(object, sizeof *object);
  }
  const Touch& wrote_text(const char* text) const;
  // Whether anybody listens: only then need it be found out what is touched.
  bool heard() const;

  std::uint64_t counter() const { return counter_; }

 private:
  bool ours() const;
  const std::uint64_t counter_;
};

// Bytes that a function of libc copies, from where it is made until it is gone. Of a copy the write
// is told first, as GCC does of an assignment of structs: under control both are then one step.
// What is read may be stale (see turns/turns.h), for as long.
class CopyTouch {
 public:
  CopyTouch(const void* counter, void* to, const void* from, std::size_t size);
  ~CopyTouch();
  CopyTouch(const CopyTouch&) = delete;
  CopyTouch& operator=(const CopyTouch&) = delete;
};
#define STEWARD_COPIES(to, from, size) \
  const ::steward::CopyTouch copy(__builtin_return_address(0), to, from, size)

#define STEWARD_TOUCH ::steward::Touch(__builtin_return_address(0))

}  // namespace steward
