// expect: none
// flags: -pthread
// The C++ library's own: latch, barrier, semaphore, atomic wait, future, stop token.
#include <atomic>
#include <barrier>
#include <future>
#include <latch>
#include <semaphore>
#include <thread>

static int a, b, c, d, e;
static std::latch latch(1);
static std::barrier barrier(2);
static std::counting_semaphore<4> semaphore(0);
static std::atomic<int> flag;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::jthread worker([&](std::stop_token stop) {
    a = 1;
    latch.count_down();
    b = 1;
    barrier.arrive_and_wait();
    c = 1;
    semaphore.release();
    d = 1;
    flag.store(1);
    flag.notify_one();
    e = 1;
    promise.set_value(1);
    while (!stop.stop_requested()) std::this_thread::yield();
  });
  latch.wait();
  int sum = a;
  barrier.arrive_and_wait();
  sum += b;
  semaphore.acquire();
  sum += c;
  flag.wait(0);
  sum += d;
  sum += future.get() + e;
  sum += std::async(std::launch::async, [&] { return a; }).get();
  return sum == 7 ? 0 : 1;
}
