// Attributes for a thread that hears no signals until it unblocks them itself.
//
// A thread blocks what its creator does, unless its attributes say otherwise: then a signal that is
// pending would be handled before the thread's first instruction, when nobody knows the thread.
#pragma once

#include <cstddef>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

namespace steward {

class QuietAttributes {
 public:
  // `wanted`: the program's; may be null.
  explicit QuietAttributes(const pthread_attr_t* wanted) : wanted_(wanted) {
    sigset_t mask;
    if (wanted == nullptr || pthread_attr_getsigmask_np(wanted, &mask) != 0) return;
    made_ = pthread_attr_init(&quiet_) == 0;
    sigfillset(&mask);
    usable_ = made_ && copy_kind() && copy_stack() && copy_processors() &&
              pthread_attr_setsigmask_np(&quiet_, &mask) == 0;
  }
  ~QuietAttributes() {
    if (made_) pthread_attr_destroy(&quiet_);
  }
  QuietAttributes(const QuietAttributes&) = delete;
  QuietAttributes& operator=(const QuietAttributes&) = delete;

  // What the program wanted, if that says nothing of signals, or could not be copied.
  const pthread_attr_t* get() const { return usable_ ? &quiet_ : wanted_; }

 private:
  bool copy_kind() {
    int detached = 0, inherits = 0, policy = 0, scope = 0;
    sched_param parameters = {};
    return pthread_attr_getdetachstate(wanted_, &detached) == 0 &&
           pthread_attr_setdetachstate(&quiet_, detached) == 0 &&
           pthread_attr_getinheritsched(wanted_, &inherits) == 0 &&
           pthread_attr_setinheritsched(&quiet_, inherits) == 0 &&
           pthread_attr_getschedpolicy(wanted_, &policy) == 0 &&
           pthread_attr_setschedpolicy(&quiet_, policy) == 0 &&
           pthread_attr_getschedparam(wanted_, &parameters) == 0 &&
           pthread_attr_setschedparam(&quiet_, &parameters) == 0 &&
           pthread_attr_getscope(wanted_, &scope) == 0 &&
           pthread_attr_setscope(&quiet_, scope) == 0;
  }
  bool copy_stack() {
    std::size_t guard = 0, size = 0;
    void* begin = nullptr;
    if (pthread_attr_getguardsize(wanted_, &guard) != 0 ||
        pthread_attr_setguardsize(&quiet_, guard) != 0 ||
        pthread_attr_getstack(wanted_, &begin, &size) != 0)
      return false;
    // Without a place of its own a stack seems to end at the address 0.
    const bool placed = reinterpret_cast<std::size_t>(begin) + size != 0;
    if (placed) return pthread_attr_setstack(&quiet_, begin, size) == 0;
    return pthread_attr_getstacksize(wanted_, &size) == 0 &&
           pthread_attr_setstacksize(&quiet_, size) == 0;
  }
  bool copy_processors() {
    cpu_set_t set;
    if (pthread_attr_getaffinity_np(wanted_, sizeof set, &set) != 0) return false;
    // All that there could be: nothing was said, and the creator's are inherited.
    return CPU_COUNT(&set) == CPU_SETSIZE ||
           pthread_attr_setaffinity_np(&quiet_, sizeof set, &set) == 0;
  }

  const pthread_attr_t* const wanted_;
  pthread_attr_t quiet_;
  bool made_ = false;
  bool usable_ = false;
};

}  // namespace steward
