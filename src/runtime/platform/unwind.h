// Something that must be done after a call in which the thread may end, by cancellation or
// pthread_exit: whether the call returns or not.
#pragma once

#include <type_traits>

// In C, where that can be noticed without the support of a C++ library.
extern "C" [[gnu::visibility("hidden")]] int steward_call_then(int (*call)(void*),
                                                               void (*then)(void*), void* argument);

// routine(), then then(argument), also if an exception leaves the routine.
extern "C" [[gnu::visibility("hidden")]] void steward_perform_then(void (*routine)(),
                                                                   void (*then)(void*),
                                                                   void* argument);

namespace steward {

// Calls call(), then then(), and returns what call() returned, if it did return.
template <class Call, class Then>
int call_then(Call&& call, Then&& then) {
  struct Both {
    std::remove_reference_t<Call>& call;
    std::remove_reference_t<Then>& then;
  } both{call, then};
  return steward_call_then([](void* b) -> int { return static_cast<Both*>(b)->call(); },
                           [](void* b) { static_cast<Both*>(b)->then(); }, &both);
}

}  // namespace steward
