// Threads that are not among those who take turns: away in a call of the system, given up for lost
// because they wait for what nobody controls, or made by somebody who did not say so.
#include <algorithm>

#include "runtime/explore/controller.h"
#include "runtime/explore/scene.h"
#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/task_state.h"
#include "runtime/state/runtime.h"

namespace steward {

void Controller::join(ThreadState& t) {
  const Busy busy(t);
  Seat* const me = runtime_.heap.create<Seat>(t.id, &t);
  t.seat = me;
  me->counter = t.counter;
  me->next = operation_on(OperationKind::outside, nullptr, 0);
  set_away(*me, "its first turn");
  me->next_newcomer = newcomers_.load();
  while (!newcomers_.compare_exchange_weak(me->next_newcomer, me)) {
  }
  rejoin(*me);
}

void Controller::admit_newcomers() {
  for (Seat* seat = newcomers_.exchange(nullptr); seat != nullptr; seat = seat->next_newcomer) {
    seats_.push_back(seat);
    outside_changed_ = true;
  }
  std::sort(seats_.begin(), seats_.end(),
            [](const Seat* a, const Seat* b) { return a->id.value() < b->id.value(); });
}

void Controller::set_away(Seat& seat, const char* what) {
  seat.away.over = [](const Wait& w) { return static_cast<const Seat*>(w.object)->is_back.load(); };
  seat.away.object = &seat;
  seat.away.outside = true;
  seat.away.what = what;
  seat.arrived = false;
  seat.wait = &seat.away;
}

void Controller::leave(Seat& me, const Operation& call, std::uint64_t counter) {
  const Busy busy(*me.thread);
  begin_choosing(me);
  me.next = call;
  me.next.object = name_of(counter);
  me.counter = counter;
  set_away(me, "a call of the system");
  delegate(me.id);
}

bool Controller::notices_loss(Seat& me) {
  Seat* worker = at_work_.load();
  const std::uint64_t step = steps_.load();
  if (worker == nullptr || me.watched_step != step) {
    me.watched_step = step;
    me.looks = me.looks_asleep = 0;
    return false;
  }
  // It must be out of the runtime, where it may wait for the tool.
  const char state = state_of_thread(runtime_.threads.system_id(worker->id));
  if (*const_cast<const volatile std::uint32_t*>(&worker->thread->busy) != 0) {
    me.looks = me.looks_asleep = 0;
    return false;
  }
  ++me.looks;
  me.looks_asleep = state == 'S' ? me.looks_asleep + 1 : 0;
  if (me.looks_asleep < kLooks && (me.looks < kLooksAtWork || state != 'R')) return false;
  if (!at_work_.compare_exchange_strong(worker, nullptr)) return false;
  the_scene().adversary().take_back();
  the_scene().adversary().finish_writes();
  worker->next = operation_on(OperationKind::outside, nullptr, 0);
  worker->next.object = name_of(worker->counter);
  set_away(*worker, "something that is not controlled");
  Words what(runtime_.heap);
  what << "waits for something that is not controlled: the same seed may give another execution";
  runtime_.reporter.tell_loss(what);
  left_ = worker->id;
  return true;
}

void Controller::delegate(ThreadId leaving) {
  left_ = leaving;
  for (Seat* seat : seats_) {
    if (seat->wait == &seat->away) continue;
    seat->turn.store(Seat::kChoose, std::memory_order_release);
    return raw::unpark(seat->turn);
  }
  vacant_.store(true);
  // One that has come back meanwhile may have missed that.
  if (returned_.load() == 0 || !vacant_.exchange(false)) return;
  admit_newcomers();
  for (Seat* seat : seats_) {
    if (!seat->is_back.load()) continue;
    seat->turn.store(Seat::kChoose, std::memory_order_release);
    return raw::unpark(seat->turn);
  }
}

void Controller::come_back(Seat& me) {
  const Busy busy(*me.thread);
  if (at_work_.load() != &me) rejoin(me);
}

void Controller::rejoin(Seat& me) {
  me.is_back.store(true);
  ++returned_;
  if (vacant_.exchange(false)) me.turn.store(Seat::kChoose, std::memory_order_relaxed);
  sleep(me);
  me.wait = nullptr;
}

}  // namespace steward
