// expect: none
// Stop tokens and callbacks, condition_variable_any with them, thread-local objects with
// destructors.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stop_token>
#include <thread>

static int called, waited, destroyed;
static std::mutex mutex;

struct Local {
  int* counter = new int(0);
  ~Local() {
    const std::lock_guard lock(mutex);
    destroyed += *counter;
    delete counter;
  }
};
static thread_local Local local;

int main() {
  for (int i = 0; i < 30; ++i) {
    std::stop_source source;
    std::optional<std::stop_callback<std::function<void()>>> callback;
    std::thread registers([&] { callback.emplace(source.get_token(), [] { ++called; }); });
    std::thread stops([&] { source.request_stop(); });
    registers.join();
    stops.join();
    callback.reset();
  }
  {
    std::condition_variable_any condition;
    std::shared_mutex shared;
    bool go = false;
    std::jthread waiter([&](std::stop_token stop) {
      std::unique_lock lock(shared);
      condition.wait(lock, stop, [&] { return go; });
      ++waited;
    });
    std::jthread other([&] {
      std::shared_lock lock(shared);
      condition.wait_for(lock, std::chrono::milliseconds(5), [&] { return go; });
    });
    other.join();
    waiter.request_stop();
    waiter.join();
  }
  std::jthread workers[4];
  for (auto& worker : workers)
    worker = std::jthread([] {
      for (int i = 0; i < 100; ++i) ++*local.counter;
    });
  for (auto& worker : workers) worker.join();
  return called == 30 && waited == 1 && destroyed == 400 ? 0 : 1;
}
