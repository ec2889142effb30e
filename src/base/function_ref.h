// A reference to something callable, for parameters: two words, no allocation, no ownership.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace steward {

template <class Signature>
class FunctionRef;

// The callable must outlive the reference.
template <class R, class... Arguments>
class FunctionRef<R(Arguments...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
           std::is_invocable_r_v<R, F&, Arguments...>) FunctionRef(F&& f)
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Arguments... arguments) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(object))(
              std::forward<Arguments>(arguments)...);
        }) {}

  R operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* object_;
  R (*call_)(void*, Arguments...);
};

}  // namespace steward
