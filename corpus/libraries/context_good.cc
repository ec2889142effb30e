// expect: none
// needs: boost/context/fiber.hpp
// flags: -lboost_context
// Fibers of Boost.Context, announced by the calls that sanitizers have for it, wander between
// threads.
#include <boost/context/fiber.hpp>
#include <mutex>
#include <sanitizer/tsan_interface.h>
#include <thread>
#include <vector>

namespace context = boost::context;

struct Task {
  context::fiber fiber;
  void* known = __tsan_create_fiber(0);
  void* home = nullptr;
  int own = 0;

  explicit Task(int rounds)
      : fiber([this, rounds](context::fiber&& back) {
          for (int i = 0; i < rounds; ++i) {
            ++own;
            __tsan_switch_to_fiber(home, 0);
            back = std::move(back).resume();
          }
          __tsan_switch_to_fiber(home, 0);
          return std::move(back);
        }) {}
  ~Task() { __tsan_destroy_fiber(known); }
  void resume() {
    home = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(known, 0);
    fiber = std::move(fiber).resume();
  }
};

int main() {
  std::mutex mutex;
  std::vector<Task*> ready;
  for (int i = 0; i < 4; ++i) ready.push_back(new Task(50));
  const auto work = [&] {
    for (;;) {
      Task* task;
      {
        const std::lock_guard lock(mutex);
        if (ready.empty()) return;
        task = ready.back();
        ready.pop_back();
      }
      task->resume();
      const std::lock_guard lock(mutex);
      if (task->fiber) ready.insert(ready.begin(), task);
      else delete task;
    }
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}
