// Whose turn it is.
//
// One thread of the process is at work at a time. Before each operation that others could notice it
// asks who goes on: the strategy chooses among those that could, and the chosen one does what it
// had asked for. All others sleep.
//
// A thread that has to wait says for what, as a question that whoever has the turn can ask. So
// nobody is ever blocked inside libc: the real object is used when it will not block.
//
// Thread safety: whoever has the turn may call anything; all else is said at each function.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "runtime/explore/exploration.h"
#include "runtime/explore/last_instructions.h"
#include "runtime/explore/seat.h"
#include "runtime/explore/virtual_time.h"
#include "sched/strategy.h"

namespace steward {

class Runtime;

class Controller {
 public:
  Controller(Runtime& runtime, const Exploration& exploration, Strategy& strategy);
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  // The calling thread is about to do that; returns when it is to do it.
  void pass(Seat& me, const Operation& next, std::uint64_t counter);
  // The same, when `wait` is over, or its time, or a signal has come whose handler has run now.
  struct Awaited {
    bool over;
    int signal;  // 0: none
  };
  Awaited await(Seat& me, const Operation& next, std::uint64_t counter, const Wait& wait);

  // The calling thread makes a call that may block, and the others go on; then it is back, and
  // returns when it is its turn again. Everything that it does in between is its own business.
  // So it is with one that sleeps without having said so: in a lock that nobody knows.
  void leave(Seat& me, const Operation& call, std::uint64_t counter);
  void come_back(Seat& me);
  void make_sure_of_turn(Seat& me) {
    if (at_work_.load() != &me) [[unlikely]]
      come_back(me);
  }

  // Lives of threads: see turns/turns.h.
  void begin(ThreadState& main);
  void expect(ThreadState& made, std::uint64_t counter);
  void expect_no_more(ThreadState& made);
  // By the new thread, while its creator has the turn.
  void await_first_turn(ThreadState& t);
  // By a thread that nobody has expected: returns when it has a turn.
  void join(ThreadState& t);
  void end(ThreadId thread);
  bool has_ended(ThreadId thread) const { return find(thread) == nullptr; }

  // Ends the waits of those who listen to the object, of one that chance picks or of all: of those
  // for which is_meant(seat). How many there were.
  template <class Meant>
  std::size_t wake(const void* object, std::size_t most, Meant&& is_meant) {
    std::size_t count = 0;
    for (; count < most; ++count) {
      Seat* const picked = pick_listener(object, is_meant);
      if (picked == nullptr) break;
      picked->woken = true;
    }
    return count;
  }
  std::size_t wake(const void* object, std::size_t most) {
    return wake(object, most, [](const Seat&) { return true; });
  }

  std::size_t listeners(const void* object) const;
  // Some of those who listen to one object listen to another from now on. How many.
  std::size_t redirect(const void* from, const void* to, std::size_t most);

  Seat* find(ThreadId thread) const;
  template <class Asked>
  bool is_any(Asked&& asked) const {
    for (const Seat* seat : seats_)
      if (asked(*seat)) return true;
    return false;
  }
  VirtualClock& clock() { return clock_; }
  Strategy& strategy() { return strategy_; }
  bool wakes_spuriously() { return exploration_.spurious() && strategy_.draw(kSpuriousOdds) == 0; }
  std::uint64_t steps() const { return steps_; }
  // Of all threads, as far as their turns are over.
  std::uint64_t accesses() const { return accesses_; }
  // Somebody else than that thread is at work.
  bool is_elses_turn(const ThreadState* t) const {
    const Seat* const worker = at_work_.load();
    return worker != nullptr && (t == nullptr || worker != t->seat);
  }
  bool has_turn(const Seat& seat) const { return at_work_.load() == &seat; }
  // For a thread that waits.
  bool keeps_a_signal() const;

 private:
  static constexpr std::uint64_t kSpuriousOdds = 4;
  // How long somebody is awaited who waits for something from outside, in real milliseconds, before
  // time goes on without, and at least: half as long each time that it was in vain. And before
  // others go on without, who could: soon not at all.
  static constexpr std::uint64_t kPatience = 2'000, kLeastPatience = 100;
  static constexpr std::uint64_t kPatienceOfOthers = 100;
  // How often a thread that waits for its turn looks whether somebody is at work, in milliseconds,
  // and how often nobody must have been; or somebody was, but took no step: it may wait by spinning
  // in code that tells nothing.
  static constexpr long kLook = 50;
  static constexpr unsigned kLooks = 3;
  static constexpr unsigned kLooksAtWork = 60;
  // How many steps may pass until it is noticed that something has come from another process.
  static constexpr std::uint64_t kUnnoticed = 64;
  // The same in a repetition, for what has come before.
  static constexpr std::uint64_t kLongPatience = 10'000;
  // A wait with a limit up to this, in virtual time, is like a sleep: whoever waits looks what
  // there is to be done. A longer limit means that something has gone wrong.
  static constexpr VirtualTime kShortLimit = 500'000'000;

  template <class Meant>
  Seat* pick_listener(const void* object, Meant&& is_meant) {
    std::size_t count = 0;
    for (Seat* seat : seats_)
      if (listens(*seat, object) && is_meant(*seat)) ++count;
    if (count == 0) return nullptr;
    std::uint64_t left = count == 1 ? 0 : strategy_.draw(count);
    for (Seat* seat : seats_)
      if (listens(*seat, object) && is_meant(*seat) && left-- == 0) return seat;
    return nullptr;
  }
  static bool listens(const Seat& seat, const void* object) {
    return seat.listens_to == object && !seat.woken;
  }

  // Of a place in the program, the same in every run.
  std::uint64_t name_of(std::uint64_t counter);
  bool is_over(const Seat& seat) const;
  bool can_go(const Seat& seat) const;
  // Notices what has come from outside, as far as it counts as such: signals, too.
  void take_arrivals();
  // Who goes on. Ends the process if nobody ever can.
  Seat& choose(ThreadId current);
  // Whether anything may have changed by it. While others could go on, only who sleeps wakes up:
  // threads that are held back are not slow, so limits that would be over are put off.
  bool let_time_pass();
  static bool is_nap(const Seat& seat);
  static VirtualTime limit_of(const Seat& seat);
  // Where all threads wait: whether somebody may end that who is not one of them.
  bool help_may_come();
  bool wait_for_outside(std::uint64_t milliseconds);
  static void rest();
  VirtualTime first_deadline() const;
  VirtualTime first_to_wake() const;
  void hand_over(Seat& next);
  // At the beginning of all that the thread at work does here: nobody is at work until somebody is
  // chosen. Whoever was given up for lost comes back first.
  void begin_choosing(Seat& me);
  // What it did is done, and counted.
  void finish_turn(Seat& me);
  void rejoin(Seat& me);
  // Those that nobody has expected have seats from now on.
  void admit_newcomers();
  void set_away(Seat& seat, const char* what);
  // Of one that waits for its turn, from time to time: whether the thread at work sleeps. Then this
  // one chooses.
  bool notices_loss(Seat& me);
  // Somebody who waits for its turn chooses who goes on, for one that leaves.
  void delegate(ThreadId leaving);
  void sleep(Seat& me);
  [[noreturn]] void end_in_deadlock();
  [[noreturn]] void end_in_hang();

  Runtime& runtime_;
  const Exploration& exploration_;
  std::uint64_t most_steps_;  // then it is looked whether anything is to come
  Strategy& strategy_;
  VirtualClock clock_;
  Vector<Seat*> seats_;  // in the order of their numbers
  Vector<Candidate> candidates_;
  HashMap<std::uint64_t, std::uint64_t> names_;  // of places
  std::atomic<std::uint64_t> steps_ = 0;         // changed by whoever has the turn
  std::uint64_t accesses_ = 0;
  // A thread has asked the system for something since arrivals were looked for: it may have sent to
  // another one. And when that was.
  bool outside_changed_ = true;
  std::uint64_t looked_at_step_ = 0;
  std::uint64_t patience_ = kPatience;
  std::uint64_t patience_of_others_ = kPatienceOfOthers;
  bool patient_ = true;          // nobody waited in vain for something from outside, lately
  unsigned looks_for_help_ = 0;  // in vain, since somebody went on
  // Null while somebody chooses, and when all are away. Who takes it from there has the turn.
  std::atomic<Seat*> at_work_ = nullptr;
  // All threads are away: whoever comes back first chooses. And who was the last to leave. How many
  // are back that have not had a turn since.
  std::atomic<bool> vacant_ = false;
  std::atomic<std::uint32_t> returned_ = 0;
  std::atomic<Seat*> newcomers_ = nullptr;  // a list, the last one first
  ThreadId left_;
  LastInstructions leaving_;  // of a thread that has just ended
};

// Null where threads go as they like.
[[gnu::visibility("hidden")]] extern Controller* the_controller;

// The seat of the calling thread, if it is one whose operations are controlled now: it is not when
// it is inside the runtime, or not known.
Seat* controlled_seat();

}  // namespace steward
