// The functions behind ours: what the program would have called without us.
#pragma once

#include <atomic>
#include <dlfcn.h>
#include <type_traits>

namespace steward {

// What is to be called for `name` instead of ours: the next definition in the order of loading, or
// what stands in for that (see turns/turns.h); null if there is none.
void* find_real(const char* name);
// The next definition itself.
void* find_behind(const char* name);

// The same, looked up once. Before libc can look up names, only what needs no lookup (__libc_malloc
// and its like) may be used.
template <class Function, auto find = find_real>
class Real {
 public:
  constexpr explicit Real(const char* name) : name_(name) {}

  Function* get() {
    Function* known = function_.load(std::memory_order_relaxed);
    if (known != nullptr) [[likely]]
      return known;
    known = reinterpret_cast<Function*>(find(name_));
    function_.store(known, std::memory_order_relaxed);
    return known;
  }
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    return get()(arguments...);
  }

 private:
  const char* const name_;
  std::atomic<Function*> function_ = nullptr;
};

}  // namespace steward

// Declares real_NAME, with the type that libc's header gives NAME.
#define STEWARD_ONLY_REAL(name) \
  constinit inline ::steward::Real<std::remove_reference_t<decltype(::name)>> real_##name(#name)

// The second name of our NAME, as in the compilers' libraries: a program that has a NAME of its own
// calls what that stands before by it. In the file that defines our NAME.
#define STEWARD_SECOND_NAME(name) \
  __asm(".globl __interceptor_" #name "\n.set __interceptor_" #name ", " #name)

// In a file that defines our NAME.
#define STEWARD_REAL(name) \
  STEWARD_ONLY_REAL(name); \
  STEWARD_SECOND_NAME(name)

// How an interposed function is defined: exported, with C linkage.
#define STEWARD_INTERPOSED extern "C" [[gnu::visibility("default")]]
