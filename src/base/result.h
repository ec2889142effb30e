// A value, or the reason why there is none. Errors travel as values here, so that a caller sees in
// the signature what can go wrong, and code without exceptions can use it too.
#pragma once

#include <concepts>
#include <new>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace steward {

// Holds either a T or an E. Made implicitly from both, so `return value;` and `return error;` read
// the same; asking for the one it does not hold is a bug of ours and ends the process.
//
//   Result<int, Error> parse(std::string_view text);
//   auto number = parse(text);
//   if (!number) return std::move(number).error();
//   use(*number);
template <class T, class E>
class [[nodiscard]] Result {
  static_assert(!std::same_as<T, E>, "value and error must be told apart by their type");

 public:
  template <class U = T>
  requires std::constructible_from<T, U&&> &&
      (!std::same_as<std::remove_cvref_t<U>, Result>)&&(!std::same_as<std::remove_cvref_t<U>, E>)
          Result(U&& value)
      : ok_(true) {
    new (&value_) T(std::forward<U>(value));
  }
  Result(E error) : ok_(false) { new (&error_) E(std::move(error)); }
  Result(Result&& other) noexcept : ok_(other.ok_) { take(std::move(other)); }
  Result& operator=(Result&& other) noexcept {
    if (this == &other) return *this;
    destroy();
    ok_ = other.ok_;
    take(std::move(other));
    return *this;
  }
  ~Result() { destroy(); }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

  T& value() & { return checked(ok_), value_; }
  const T& value() const& { return checked(ok_), value_; }
  T&& value() && { return checked(ok_), std::move(value_); }
  E& error() & { return checked(!ok_), error_; }
  const E& error() const& { return checked(!ok_), error_; }
  E&& error() && { return checked(!ok_), std::move(error_); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  static void checked(bool holds) { STEWARD_CHECK(holds); }
  void take(Result&& other) {
    if (ok_) new (&value_) T(std::move(other.value_));
    else new (&error_) E(std::move(other.error_));
  }
  void destroy() {
    if (ok_) value_.~T();
    else error_.~E();
  }

  union {
    T value_;
    E error_;
  };
  bool ok_;
};

// What a function returns that can fail but has nothing to give.
struct Nothing {};

template <class E>
class [[nodiscard]] Result<void, E> : public Result<Nothing, E> {
 public:
  Result() : Result<Nothing, E>(Nothing{}) {}
  Result(E error) : Result<Nothing, E>(std::move(error)) {}
};

}  // namespace steward
