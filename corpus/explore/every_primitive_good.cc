// confirm: A B potential
// flags: -pthread -std=c++20
// All ways to wait, with the order that they give: no schedule of it fails or stops.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <unistd.h>
#include <vector>

static std::mutex mutex;
static std::timed_mutex timed;
static std::recursive_mutex recursive;
static std::shared_mutex shared;
static std::condition_variable changed;
static std::once_flag once;
static std::counting_semaphore<4> semaphore(0);
static pthread_spinlock_t spin;
static std::atomic<int> turn;
static int value, prepared, pipes[2];

static void meet(std::barrier<>& all, std::latch& begun) {
  begun.arrive_and_wait();
  std::call_once(once, [] { ++prepared; });
  all.arrive_and_wait();
  static int made = [] { return 7; }();
  const std::scoped_lock hold(recursive);
  value += made;  // A
}

static void wait_in_all_ways() {
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return turn.load() >= 1; });
  }
  {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::hours(1), [] { return turn.load() >= 2; });
  }
  turn.wait(2);
  semaphore.acquire();
  char byte = 0;
  if (read(pipes[0], &byte, 1) != 1 || byte != 'x') _exit(3);
  while (!timed.try_lock_for(std::chrono::milliseconds(1))) {
  }
  timed.unlock();
  while (turn.load(std::memory_order_relaxed) != 4) std::this_thread::yield();
  const std::shared_lock reading(shared);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
}

static void release_in_all_ways() {
  for (int i = 1; i <= 2; ++i) {
    const std::scoped_lock lock(mutex);
    turn = i;
    changed.notify_all();
  }
  std::this_thread::sleep_for(std::chrono::seconds(10));
  turn = 3;
  turn.notify_all();
  semaphore.release();
  timed.lock();
  if (write(pipes[1], "x", 1) != 1) _exit(4);
  usleep(1000);
  timed.unlock();
  const std::unique_lock writing(shared);
  turn = 4;
}

int main() {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  if (pipe(pipes) != 0) return 5;
  std::barrier<> all(3);
  std::latch begun(3);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(meet, std::ref(all), std::ref(begun));
  threads.emplace_back(wait_in_all_ways);
  threads.emplace_back(release_in_all_ways);
  auto later = std::async(std::launch::async, [] { return 35; });
  const int expected = later.get();
  for (std::thread& thread : threads) thread.join();
  const std::scoped_lock hold(recursive);
  return value == 21 && prepared == 1 && expected == 35 ? 0 : 1;  // B
}
