// expect: none
// A result that is there only when the thread that made it has ended, with all it did until then.
#include <future>
#include <thread>

int value;

struct AtTheEnd {
  ~AtTheEnd() { value = 42; }
};

int main() {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread maker([&] {
      promise.set_value_at_thread_exit(1);
      thread_local AtTheEnd last;
      (void)last;
      value = i;
    });
    maker.detach();
    sum += future.get();
    sum += value;
    std::packaged_task<int()> task([&] { return value = i; });
    std::future<int> of_task = task.get_future();
    std::thread runner([&] { task.make_ready_at_thread_exit(); });
    sum += of_task.get() + value;
    runner.join();
  }
  return sum > 0 ? 0 : 1;
}
