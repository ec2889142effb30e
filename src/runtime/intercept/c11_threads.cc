// Threads of C are made and joined as POSIX threads: libc's handles are the same, and so is what a
// start routine returns, but for its type.
#include <cerrno>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// The program's call of a function here that goes on to another interposed one: without it, stacks
// would end in the runtime.
class Passing {
 public:
  Passing(std::uint64_t counter, void* frame) : t_(current_thread) {
    if (t_ != nullptr) t_->calls.enter(counter, reinterpret_cast<std::uint64_t>(frame));
  }
  ~Passing() {
    if (t_ != nullptr) t_->calls.leave();
  }
  Passing(const Passing&) = delete;
  Passing& operator=(const Passing&) = delete;

 private:
  ThreadState* const t_;
};

int as_c(int error) {
  if (error == 0) return thrd_success;
  return error == ENOMEM ? thrd_nomem : thrd_error;
}

}  // namespace

STEWARD_INTERPOSED int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  const Passing passing(STEWARD_CALLER, __builtin_frame_address(0));
  // The result of `function` is where that of a POSIX routine would be, in the lower half.
  const auto routine = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(function));
  return as_c(pthread_create(thread, nullptr, routine, argument));
}
STEWARD_INTERPOSED int thrd_detach(thrd_t thread) { return as_c(pthread_detach(thread)); }
STEWARD_INTERPOSED int thrd_join(thrd_t thread, int* result) {
  void* value = nullptr;
  const int error = pthread_join(thread, &value);
  if (error == 0 && result != nullptr)
    *result = static_cast<int>(reinterpret_cast<std::uintptr_t>(value));
  return as_c(error);
}
