#include "runtime/explore/controller.h"

#include <algorithm>

#include "runtime/explore/accesses.h"
#include "runtime/explore/dead_ends.h"
#include "runtime/explore/divergence.h"
#include "runtime/explore/help.h"
#include "runtime/explore/scene.h"
#include "runtime/explore/stand_in.h"
#include "runtime/platform/raw.h"
#include "runtime/state/runtime.h"
#include "runtime/state/whereabouts.h"
#include "runtime/turns/turns.h"

namespace steward {

constinit Controller* the_controller = nullptr;

Seat* controlled_seat() {
  ThreadState* const t = current_thread;
  if (t != nullptr && t->unsettled && t->busy == 0) const Busy settles(*t);
  return the_controller != nullptr && t != nullptr && t->busy == 0 ? t->seat : nullptr;
}

namespace {

// The one that waits until the thread has its turn.
int signal_for(const Seat& seat) {
  const DeferredSignal& deferred = seat.thread->deferred;
  return deferred.waiting ? deferred.info.si_signo : 0;
}
// REQUIRES: it waits.
bool something_came(const Seat& seat) {
  return (seat.wait->outside && seat.wait->over(*seat.wait)) || signal_for(seat) != 0;
}

}  // namespace

Controller::Controller(Runtime& runtime, const Exploration& exploration, Strategy& strategy)
    : runtime_(runtime),
      exploration_(exploration),
      most_steps_(exploration.most_steps()),
      strategy_(strategy),
      clock_(exploration.start_time()),
      seats_(runtime.heap),
      candidates_(runtime.heap),
      names_(runtime.heap) {}

Seat* Controller::find(ThreadId thread) const {
  for (Seat* seat : seats_)
    if (seat->id == thread) return seat;
  return nullptr;
}

void Controller::begin(ThreadState& main) {
  main.seat = runtime_.heap.create<Seat>(main.id, &main);
  seats_.push_back(main.seat);
  at_work_.store(main.seat);
}

void Controller::expect(ThreadState& made, std::uint64_t counter) {
  made.seat = runtime_.heap.create<Seat>(made.id, &made);
  made.seat->counter = counter;
  seats_.push_back(made.seat);
}

void Controller::expect_no_more(ThreadState& made) {
  for (std::size_t i = 0; i < seats_.size(); ++i)
    if (seats_[i] == made.seat) return seats_.erase(i);
}

void Controller::await_first_turn(ThreadState& t) {
  const Busy busy(t);
  sleep(*t.seat);
}

void Controller::end(ThreadId thread) {
  Seat* const gone = find(thread);
  if (gone == nullptr) return;
  begin_choosing(*gone);
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (seats_[i] != gone) continue;
    seats_.erase(i);
    break;
  }
  // Its memory stays: somebody may just look whether it is at work (see notices_loss).
  if (seats_.empty()) return;
  leaving_.begin();
  hand_over(choose(thread));
}

std::size_t Controller::listeners(const void* object) const {
  std::size_t count = 0;
  for (const Seat* seat : seats_) count += listens(*seat, object) ? 1 : 0;
  return count;
}

std::size_t Controller::redirect(const void* from, const void* to, std::size_t most) {
  std::size_t count = 0;
  for (Seat* seat : seats_) {
    if (count == most || !listens(*seat, from)) continue;
    seat->listens_to = to;
    ++count;
  }
  return count;
}

void Controller::pass(Seat& me, const Operation& next, std::uint64_t counter) {
  await(me, next, counter, {});
}

Controller::Awaited Controller::await(Seat& me, const Operation& next, std::uint64_t counter,
                                      const Wait& wait) {
  const Busy busy(*me.thread);
  begin_choosing(me);
  me.next = next;
  me.next.object = name_of(counter);
  me.counter = counter;
  me.wait = wait.over == nullptr ? nullptr : &wait;
  me.waits_since = clock_.now();
  me.granted = 0;
  me.arrived = false;
  me.stops_next = false;
  Seat& chosen = choose(me.id);
  if (&chosen != &me) {
    hand_over(chosen);
    sleep(me);
  }
  me.wait = nullptr;
  // It is done when others are asked next.
  outside_changed_ |= next.kind == OperationKind::outside || wait.outside;
  const int signal = signal_for(me);
  // What was there when it was chosen may be gone again: then the call waits for it.
  const bool came = wait.outside && me.arrived && signal == 0;
  return {wait.over == nullptr || came || wait.over(wait), signal};
}

void Controller::begin_choosing(Seat& me) {
  for (;;) {
    Seat* expected = &me;
    if (at_work_.compare_exchange_strong(expected, nullptr)) break;
    rejoin(me);
  }
  finish_turn(me);
}

void Controller::finish_turn(Seat& me) {
  the_scene().adversary().finish_writes();
  the_scene().forget_now();
  accesses_ += accesses_made() - me.accesses;
  me.accesses = accesses_made();
}

std::uint64_t Controller::name_of(std::uint64_t counter) {
  std::uint64_t& name = names_.find_or_insert(counter, 0u);
  if (name == 0) {
    const ModulePlace place = module_place_of(counter);
    name = (place.module ^ place.offset) | 1;
  }
  return name;
}

bool Controller::is_over(const Seat& seat) const {
  return seat.arrived || (!seat.wait->outside && seat.wait->over(*seat.wait));
}

void Controller::take_arrivals() {
  // It takes a call of the system for each. When that is depends on steps alone, so that what
  // threads of one process send each other comes at the same step again.
  if (!outside_changed_ && steps_ - looked_at_step_ < kUnnoticed) return;
  if (newcomers_.load() != nullptr) admit_newcomers();
  outside_changed_ = false;
  looked_at_step_ = steps_;
  for (Seat* seat : seats_) {
    if (seat->wait == nullptr) continue;
    const bool is_there = something_came(*seat);
    const bool was_there = seat->arrived;
    seat->arrived = strategy_.counts_as_there(seat->id, was_there, is_there);
    if (!seat->arrived || was_there || is_there) continue;
    for (const std::uint64_t begin = raw::milliseconds(); !something_came(*seat);) {
      if (raw::milliseconds() - begin > kLongPatience) end_in_vain(runtime_, *this, seat->id);
      rest();
    }
  }
}

bool Controller::can_go(const Seat& seat) const {
  return seat.wait == nullptr || is_over(seat) || limit_of(seat) <= clock_.now() ||
         (seat.wait->cancellable && seat.cancelled);
}

Seat& Controller::choose(ThreadId current) {
  for (;;) {
    take_arrivals();
    candidates_.clear();
    bool time_can_pass = false;
    for (const Seat* seat : seats_) {
      if (can_go(*seat)) candidates_.push_back({seat->id, seat->next});
      else if (is_nap(*seat) || (seat->wait->outside && patient_)) time_can_pass = true;
    }
    if (!candidates_.empty()) {
      if (exploration_.most_steps() != 0 && steps_ >= most_steps_) {
        // Who only waits for the latest value goes on once it gets that, and was slow.
        if (!a_timer_runs() && !the_scene().be_fair()) end_in_hang();
        most_steps_ = steps_ + exploration_.most_steps();
      }
      const std::size_t chosen =
          strategy_.choose({candidates_.span(), current, steps_, time_can_pass});
      if (chosen != kLetTimePass) {
        ++steps_;
        clock_.pass(VirtualClock::kStep);
        patient_ = true;
        looks_for_help_ = 0;
        Seat* const next = find(candidates_[chosen].thread);
        if (next->is_back.exchange(false)) --returned_;
        at_work_.store(next);
        return *next;
      }
    }
    if (!let_time_pass() && candidates_.empty() && !help_may_come()) end_in_deadlock();
  }
}

VirtualTime Controller::limit_of(const Seat& seat) {
  const VirtualTime until = seat.wait->until;
  return until >= kNever - seat.granted ? kNever : until + seat.granted;
}

bool Controller::is_nap(const Seat& seat) {
  const VirtualTime until = seat.wait->until;
  return until != kNever &&
         (seat.next.kind == OperationKind::sleep || until <= seat.waits_since + kShortLimit);
}

VirtualTime Controller::first_deadline() const {
  VirtualTime first = kNever;
  for (const Seat* seat : seats_)
    if (seat->wait != nullptr) first = std::min(first, limit_of(*seat));
  return first;
}

VirtualTime Controller::first_to_wake() const {
  VirtualTime first = kNever;
  for (const Seat* seat : seats_)
    if (seat->wait != nullptr && is_nap(*seat)) first = std::min(first, limit_of(*seat));
  return first;
}

// Until something may have come from outside.
void Controller::rest() {
  const timespec moment = {0, 200'000};
  raw::call(SYS_nanosleep, reinterpret_cast<long>(&moment));
}

bool Controller::let_time_pass() {
  const bool all_wait = candidates_.empty();
  const VirtualTime deadline = all_wait ? first_deadline() : first_to_wake();
  bool outside = false;
  for (const Seat* seat : seats_) outside |= seat->wait != nullptr && seat->wait->outside;
  outside_changed_ = outside;
  if (outside && (patient_ || (deadline == kNever && all_wait))) {
    // Others are awaited as long as they could take, and for good if there is nothing else.
    const VirtualTime left = deadline == kNever ? kNever : (deadline - clock_.now()) / 1'000'000;
    std::uint64_t& patience = all_wait ? patience_ : patience_of_others_;
    const std::uint64_t begin = raw::milliseconds();
    if (wait_for_outside(std::min<VirtualTime>(patience, left))) {
      const std::uint64_t taken = raw::milliseconds() - begin;
      patience_ = kPatience;
      // What comes at once, as from another thread, says little of what takes its time.
      const std::uint64_t enough = std::max<std::uint64_t>(2 * taken, 1);
      patience_of_others_ = std::min(std::max(enough, patience_of_others_), kPatienceOfOthers);
      return true;
    }
    patience = all_wait ? std::max(patience / 2, kLeastPatience) : patience / 2;
    patient_ = false;
    if (deadline == kNever) {
      if (all_wait && !strategy_.awaits_outside()) end_with_all_waiting(runtime_, *this);
      return true;
    }
  }
  if (deadline == kNever) return false;
  if (!all_wait)
    for (Seat* seat : seats_)
      if (seat->wait != nullptr && !is_nap(*seat)) seat->granted += deadline - clock_.now();
  clock_.pass_until(deadline);
  return true;
}

bool Controller::keeps_a_signal() const {
  return is_any([](const Seat& seat) { return signal_for(seat) != 0; });
}

bool Controller::help_may_come() {
  outside_changed_ = true;
  if (newcomers_.load() != nullptr || keeps_a_signal()) return true;
  const Help help = look_for_help(runtime_, seats_.span());
  // What came just now may not have reached its thread yet.
  if (help == Help::none && looks_for_help_ == 0) return false;
  looks_for_help_ = help == Help::comes ? 1 : looks_for_help_ + 1;
  if (looks_for_help_ > kLooks * kLook) return false;
  const timespec moment = {0, 1'000'000};
  raw::call(SYS_nanosleep, reinterpret_cast<long>(&moment));
  return true;
}

bool Controller::wait_for_outside(std::uint64_t milliseconds) {
  if (!strategy_.awaits_outside()) return false;
  const std::uint64_t begin = raw::milliseconds();
  do {
    if (milliseconds > 0) rest();
    if (newcomers_.load() != nullptr) return true;
    for (const Seat* seat : seats_)
      if (seat->wait != nullptr && something_came(*seat)) return true;
  } while (raw::milliseconds() - begin < milliseconds);
  return false;
}

void Controller::hand_over(Seat& next) {
  next.turn.store(Seat::kGo, std::memory_order_release);
  raw::unpark(next.turn);
}

void Controller::sleep(Seat& me) {
  for (;;) {
    const std::uint32_t turn = me.turn.load(std::memory_order_acquire);
    if (turn == Seat::kWait) {
      if (raw::park(me.turn, Seat::kWait, kLook) || !notices_loss(me)) continue;
      me.turn.store(Seat::kChoose, std::memory_order_relaxed);
      continue;
    }
    me.turn.store(Seat::kWait, std::memory_order_relaxed);
    if (turn == Seat::kGo) break;
    Seat& chosen = choose(left_);
    if (&chosen == &me) break;
    hand_over(chosen);
  }
  leaving_.wait_for_end();
}

void Controller::end_in_deadlock() { end_in_dead_end(runtime_, seats_.span(), DeadEnd::deadlock); }
void Controller::end_in_hang() { end_in_dead_end(runtime_, seats_.span(), DeadEnd::hang); }

}  // namespace steward
