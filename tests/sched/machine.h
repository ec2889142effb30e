// A machine of a few threads, cells and locks that does one operation of one thread at a time, for
// trying strategies on. A program is one coroutine a thread:
//
//   Program writer(Machine& m) {
//     co_await m.lock(0);
//     co_await m.write(x, 1, /*statement=*/5);
//     co_await m.unlock(0);
//   }
//   Machine machine;
//   machine.start(writer);
//   machine.run(strategy);
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <utility>
#include <vector>

#include "sched/strategy.h"

namespace steward {

// The coroutine of one thread. It stands before the operation that it awaits.
class Program {
 public:
  struct promise_type {
    Program get_return_object() {
      return Program(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };

  Program(Program&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Program& operator=(Program&&) = delete;
  ~Program() {
    if (handle_) handle_.destroy();
  }

  bool done() const { return handle_.done(); }
  void go_on() { handle_.resume(); }

 private:
  explicit Program(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

class Machine {
 public:
  using Cell = unsigned;
  using Lock = unsigned;

  // What a thread awaits; its value is what a read has read.
  class Step {
   public:
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) const {}
    int await_resume() const { return machine_.result_; }

   private:
    friend Machine;
    explicit Step(Machine& machine) : machine_(machine) {}
    Machine& machine_;
  };

  // Its first step only begins.
  template <class... Arguments>
  ThreadId start(Program (*program)(Machine&, Arguments...), Arguments... arguments) {
    threads_.push_back({program(*this, arguments...), Pending{}});
    return ThreadId(static_cast<std::uint32_t>(threads_.size() - 1));
  }

  Step read(Cell cell, unsigned statement = 0, bool idle = false);
  Step write(Cell cell, int value, unsigned statement = 0);
  Step lock(Lock lock);
  Step unlock(Lock lock);
  // Something that nobody else can notice.
  Step work();
  // The same, of a thread that has been at work for long.
  Step turn();
  // Until others have let that much time pass.
  Step sleep(int ticks);
  // What the program found out about itself.
  void fail(int error) { ++errors_[error]; }
  // Chance that is not about who runs.
  void use(Strategy& strategy) { strategy_ = &strategy; }
  int draw(unsigned bound) { return static_cast<int>(strategy_->draw(bound)); }

  std::vector<Candidate> enabled() const;
  void execute(ThreadId thread);
  // Until the first of those who sleep wakes up; whether there is one.
  bool let_time_pass();
  bool time_can_pass() const { return first_to_wake() != nullptr; }
  // Until nobody is enabled or `limit` steps were made. Whether all threads have ended.
  bool run(Strategy& strategy, std::uint64_t limit = 1'000'000);

  bool failed(int error) const { return errors_.contains(error); }
  int value(Cell cell) const { return cells_.at(cell); }
  const std::vector<ThreadId>& order() const { return order_; }

 private:
  enum class Effect { none, read, write, lock, unlock, sleep };
  struct Pending {
    Operation operation;
    Effect effect = Effect::none;
    unsigned object = 0;
    int value = 0;
  };
  struct Thread {
    Program program;
    Pending next;
    int held = 0;  // locks
  };

  Step await(const Pending& pending);
  bool is_enabled(const Thread& thread) const;
  bool sleeps(const Thread& thread) const;
  const Thread* first_to_wake() const;

  std::vector<Thread> threads_;
  std::map<Cell, int> cells_;
  std::map<Lock, bool> locked_;
  std::map<int, int> errors_;
  std::vector<ThreadId> order_;  // who executed, step by step
  Strategy* strategy_ = nullptr;
  std::size_t at_work_ = 0;
  int now_ = 0;
  int result_ = 0;
};

}  // namespace steward
