// told: race log_size
// untold: none
// Coroutines that are resumed by whichever worker has time. The queue orders their halves as they
// happen to come; but whoever awaits nothing of another coroutine is not ordered after it. Each is a
// thread of the program, and each resumption says whose turn it is.
#include <coroutine>
#include <deque>
#include <exception>
#include <mutex>
#include <steward/lard.h>
#include <thread>

int log_size;

struct Task {
  struct promise_type {
    steward_thread* thread = nullptr;
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

class Scheduler {
 public:
  // Its creator has done by now all that it does to it.
  void add(Task task) {
    task.handle.promise().thread = steward_thread_create("coroutine");
    ready_.push_back(task.handle);
  }
  // One step of one coroutine; false if there is none.
  bool run_one() {
    const steward::lard::untracked_region here;  // but what it resumes
    const auto next = take();
    if (!next) return false;
    {
      const steward::lard::carrying now(next.promise().thread);
      next.resume();
    }
    if (!next.done()) give(next);
    else finished_.push_back(next);
    return true;
  }
  // All have finished: who calls it knows.
  void join() {
    for (const auto& one : finished_) {
      steward_thread_join(one.promise().thread);
      one.destroy();
    }
  }

 private:
  using Handle = std::coroutine_handle<Task::promise_type>;
  Handle take() {
    const std::lock_guard lock(mutex_);
    if (ready_.empty()) return nullptr;
    const Handle first = ready_.front();
    ready_.pop_front();
    return first;
  }
  void give(Handle handle) {
    const std::lock_guard lock(mutex_);
    ready_.push_back(handle);
  }
  std::mutex mutex_;
  std::deque<Handle> ready_, finished_;
};

// Its own variable is no race, on whichever worker it goes on.
Task count() {
  int mine = 0;
  ++mine;
  ++log_size;
  co_await std::suspend_always{};
  ++mine;
}

int main() {
  Scheduler scheduler;
  for (int i = 0; i < 2; ++i) scheduler.add(count());
  for (int worker = 0; worker < 4; ++worker)
    std::thread([&] { scheduler.run_one(); }).join();  // one after the other: the same in every run
  scheduler.join();
}
