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
#include "runtime/platform/unwind.h"

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

// What several families need.
STEWARD_BEHIND(pthread_mutex_lock);
STEWARD_BEHIND(pthread_mutex_unlock);
STEWARD_BEHIND(pthread_testcancel);

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

// Whether calls go on after the handler of that signal, as the program has asked for. By
// signals.cc.
bool restarts_calls(int signal);

// The calling thread, if it is controlled: takes its turns.
class Turn {
 public:
  // One that was given up for lost waits here until it has a turn.
  Turn() : me_(controlled_seat()) {
    if (me_ != nullptr) the_controller->make_sure_of_turn(*me_);
  }

  explicit operator bool() const { return me_ != nullptr; }
  Seat& seat() const { return *me_; }
  Controller& control() const { return *the_controller; }

  // Before it does that.
  void pass(const Operation& next) const {
    control().pass(*me_, next, me_->thread->counter);
    me_->spins.did_something();
  }
  bool await(Operation next, const Wait& wait) const {
    next.nested = me_->thread->locks.count() > 0;
    for (;;) {
      const std::uint64_t counter = me_->thread->counter;
      const Controller::Awaited awaited = control().await(*me_, next, counter, wait);
      me_->spins.did_something();
      if (awaited.signal == 0) return awaited.over;
      // A handler has run, and with it others: nothing may be as it was.
      me_->thread->counter = counter;
      if (awaited.over || !ends_call(wait.interruption, awaited.signal)) continue;
      me_->interrupted = true;
      return false;
    }
  }
  // Whether the last wait has ended by a signal.
  bool was_interrupted() const { return std::exchange(me_->interrupted, false); }
  // The same at a point where the thread may be cancelled.
  bool await_or_end(const Operation& next, Wait wait) const {
    behind_pthread_testcancel();
    wait.cancellable = true;
    for (;;) {
      const bool over = await(next, wait);
      if (!std::exchange(me_->cancelled, false) || over) return over;
      behind_pthread_testcancel();  // returns if the thread does not want to be
    }
  }
  // Lets the others go on while `call` is made, which may block. It may end there, by cancellation:
  // in its turn.
  template <class Call>
  auto while_away(Call&& call) const {
    decltype(call()) result = {};
    behind_pthread_testcancel();
    control().leave(*me_, operation_on(OperationKind::outside, nullptr, 0), me_->thread->counter);
    call_then(
        [&] {
          result = call();
          return 0;
        },
        [&] { control().come_back(*me_); });
    me_->cancelled = false;
    behind_pthread_testcancel();
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
  static bool ends_call(Interruption interruption, int signal) {
    return interruption == Interruption::always ||
           (interruption == Interruption::unless_restarted && !restarts_calls(signal));
  }

  Seat* const me_;
};

}  // namespace steward
