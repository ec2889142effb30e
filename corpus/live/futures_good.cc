// expect: none
// Futures of all kinds, exceptions across threads, packaged tasks, shared futures.
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static int value;
static std::string text;

int main() {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    std::promise<void> ready;
    std::future<void> is_ready = ready.get_future();
    std::thread writer([&] {
      value = i;
      text = "number " + std::to_string(i) + " with some length";
      ready.set_value();
    });
    is_ready.wait();
    sum += value + static_cast<int>(text.size());
    writer.join();
  }
  std::packaged_task<std::vector<int>(int)> task([](int n) { return std::vector<int>(n, 1); });
  auto result = task.get_future();
  std::thread runner(std::move(task), 100);
  sum += static_cast<int>(result.get().size());
  runner.join();

  std::promise<std::string> promise;
  std::shared_future<std::string> shared = promise.get_future().share();
  std::vector<std::future<std::size_t>> sizes;
  for (int i = 0; i < 4; ++i)
    sizes.push_back(std::async(std::launch::async, [shared] { return shared.get().size(); }));
  promise.set_value(std::string(1000, 'x'));
  for (auto& size : sizes) sum += static_cast<int>(size.get());

  auto thrower = std::async(std::launch::async, []() -> int {
    throw std::runtime_error("a message of more than fifteen characters");
  });
  try {
    thrower.get();
  } catch (const std::runtime_error& e) {
    sum += std::string(e.what()).size() > 15;
  }
  std::exception_ptr kept;
  std::thread catcher([&] {
    try {
      throw std::logic_error(std::string(50, 'y'));
    } catch (...) {
      kept = std::current_exception();
    }
  });
  catcher.join();
  std::vector<std::thread> again;
  for (int i = 0; i < 3; ++i)
    again.emplace_back([kept] {
      try {
        std::rethrow_exception(kept);
      } catch (const std::logic_error& e) {
        if (std::string(e.what()).size() != 50) std::abort();
      }
    });
  kept = nullptr;
  for (auto& thread : again) thread.join();
  auto lazy = std::async(std::launch::deferred, [] { return 1; });
  auto late = std::async(std::launch::async, [] { return 1; });
  while (late.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
  }
  return lazy.get() + late.get() + sum > 0 ? 0 : 1;
}
