// expect: none
// A pool of threads with futures, once, shared locks, a blocking queue and a barrier.
#include <barrier>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <map>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int count) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
  }
  template <class F>
  auto submit(F f) {
    auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
    auto result = task->get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back([task] { (*task)(); });
    }
    changed_.notify_one();
    return result;
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

static std::map<int, int> table;
static std::shared_mutex table_mutex;

int main() {
  Pool pool(3);
  std::vector<std::future<int>> results;
  std::vector<int> data(1000);
  std::iota(data.begin(), data.end(), 0);
  for (int i = 0; i < 10; ++i)
    results.push_back(pool.submit([&data, i] {
      return std::accumulate(data.begin() + i * 100, data.begin() + (i + 1) * 100, 0);
    }));
  int sum = 0;
  for (auto& result : results) sum += result.get();
  std::once_flag once;
  int made = 0;
  std::latch all(6);
  std::barrier rounds(3, [&]() noexcept { made += 1; });
  std::counting_semaphore<3> places(2);
  std::atomic<int> flag{0};
  int guarded = 0;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      std::call_once(once, [&] { made = 10; });
      all.count_down(2);
      for (int i = 0; i < 20; ++i) {
        rounds.arrive_and_wait();
        if (i % 3 == t) {
          const std::unique_lock lock(table_mutex);
          table[i] = made;
        } else {
          const std::shared_lock lock(table_mutex);
          (void)table.count(i);
        }
      }
      places.acquire();
      places.release();
      flag.fetch_add(1);
      flag.notify_all();
    });
  all.wait();
  for (int seen = flag; seen < 3; seen = flag) flag.wait(seen);
  guarded = made;
  return sum == 499500 && guarded == 30 ? 0 : 1;
}
