// told: race shared
// untold: none
// needs: boost/context/fiber.hpp
// flags: -lboost_context
// Fibers of Boost.Context, which exchanges stacks by instructions of its own. They wander between
// workers: what is a fiber's own does not race, what two of them change without order does, also if
// a worker has run both.
#include <boost/context/fiber.hpp>
#include <steward/lard.h>
#include <thread>

namespace context = boost::context;

int shared;

struct Task {
  context::fiber fiber;
  steward_thread* thread = nullptr;
  steward_thread* worker = nullptr;
  bool begun = false;
  int own = 0;

  Task()
      : fiber([this](context::fiber&& back) {
          steward_untracked_end(STEWARD_ALL);  // which resume() has begun for it
          for (int half = 0; half < 2; ++half) {
            ++own;
            if (half == 0) ++shared;
            back = leave(std::move(back));
          }
          steward_untracked_begin(STEWARD_ALL);
          steward_thread_switch(worker);
          return std::move(back);
        }) {}
  // Back to the worker, and from there to here again: on another one, perhaps.
  context::fiber leave(context::fiber&& back) {
    const steward::lard::untracked_region here;
    steward_thread_switch(worker);
    return std::move(back).resume();
  }
  void resume() {
    const steward::lard::untracked_region here;
    worker = steward_thread_current();
    steward_thread_switch(thread);
    if (!begun) steward_untracked_begin(STEWARD_ALL);  // so is all of an exchange, on both sides
    begun = true;
    fiber = std::move(fiber).resume();
  }
};

int main() {
  Task tasks[2];
  for (Task& task : tasks) task.thread = steward_thread_create("fiber");
  for (int worker = 0; worker < 3; ++worker)
    std::thread([&] {
      const steward::lard::untracked_region here;
      for (Task& task : tasks) task.resume();
    }).join();
  for (Task& task : tasks) steward_thread_join(task.thread);
}
