// Functions that stand in for libc's where those would block, or tell what differs from run to run.
//
// The front calls them where it would call libc's own (see platform/real.h): what it says of them
// to the analysis is the same. They have the types of those they stand in for.
#pragma once

#include <cstdint>
#include <pthread.h>
#include <utility>

#include "runtime/explore/controller.h"
#include "runtime/platform/real.h"

namespace steward {

struct StandIn {
  const char* name;
  void* (*function)();
};

// behind_NAME: libc's function itself.
#define STEWARD_BEHIND(name)                                                  \
  constinit inline ::steward::Real<std::remove_reference_t<decltype(::name)>, \
                                   ::steward::find_behind>                    \
      behind_##name(#name)

// controlled_NAME, defined before, stands in for NAME; behind_NAME is declared already.
#define STEWARD_STANDS_IN(name)                                                                 \
  [[gnu::section("steward_stand_ins"), gnu::used]] const ::steward::StandIn stand_in_##name = { \
      #name, [] { return reinterpret_cast<void*>(&controlled_##name); }}

STEWARD_BEHIND(pthread_setcancelstate);

// What the calling thread is about to do with an object of `size` bytes.
inline Operation operation_on(OperationKind kind, const volatile void* object,
                              std::uint64_t size = 1,
                              AccessKind access = AccessKind::atomic_write) {
  Operation operation;
  operation.kind = kind;
  operation.access = access;
  operation.bytes = {Address(reinterpret_cast<std::uint64_t>(object)), size};
  return operation;
}

// The calling thread, if it is controlled: takes its turns.
class Turn {
 public:
  Turn() : me_(controlled_seat()) {}

  explicit operator bool() const { return me_ != nullptr; }
  Seat& seat() const { return *me_; }
  Controller& control() const { return *the_controller; }

  // Before it does that.
  void pass(const Operation& next) const {
    control().pass(*me_, next, me_->thread->counter);
    me_->spins.did_something();
  }
  bool await(const Operation& next, const Wait& wait) const {
    const bool over = control().await(*me_, next, me_->thread->counter, wait);
    me_->spins.did_something();
    return over;
  }
  // The same at a point where the thread may be cancelled.
  bool await_or_end(const Operation& next, Wait wait) const {
    pthread_testcancel();
    wait.cancellable = true;
    for (;;) {
      const bool over = await(next, wait);
      if (!std::exchange(me_->cancelled, false) || over) return over;
      pthread_testcancel();  // returns if the thread does not want to be
    }
  }
  // Lets the others go on while `call` is made, which may block. The thread is not cancelled
  // before that returns.
  template <class Call>
  auto while_away(Call&& call) const {
    struct Away {
      Away(Seat& seat) : me(seat) {
        the_controller->leave(me, operation_on(OperationKind::outside, nullptr, 0),
                              me.thread->counter);
      }
      ~Away() { the_controller->come_back(me); }
      Seat& me;
    };
    pthread_testcancel();
    // Nothing may be left to be done by a thread that ends in there.
    int before = 0;
    behind_pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    const auto result = [&] {
      const Away away(*me_);
      return call();
    }();
    behind_pthread_setcancelstate(before, nullptr);
    pthread_testcancel();
    return result;
  }
  // Until somebody wakes who listens to the object that it waits for (see Controller::wake); or at
  // once, if it is `woken` already. Whether that was it, and not the time or the thread's end.
  bool listen(Wait wait, bool woken = false) const {
    me_->woken = woken;
    me_->listens_to = wait.object;
    wait.over = [](const Wait& w) { return reinterpret_cast<const Seat*>(w.value)->woken; };
    wait.value = reinterpret_cast<std::uint64_t>(me_);
    const bool over = await(operation_on(OperationKind::wait, wait.object), wait);
    me_->listens_to = nullptr;
    me_->woken = false;
    return over;
  }
  // It looks whether something can be done: an operation that is idle if it was in vain before.
  void look(Operation next, std::uint64_t found) const {
    next.idle = me_->spins.repeats(me_->thread->counter, next.bytes.begin.value(), found);
    control().pass(*me_, next, me_->thread->counter);
  }

 private:
  Seat* const me_;
};

}  // namespace steward
