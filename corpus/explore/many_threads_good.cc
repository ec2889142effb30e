// confirm: A B potential
// flags: -pthread -std=c++20
// As many threads as the argument says, 4 without, and every way to wait among them; but for
// std::counting_semaphore, which in libstdc++ 12 may sleep for ever (GCC's bug 98033).
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <shared_mutex>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

static std::mutex mutex;
static std::timed_mutex timed;
static std::recursive_mutex recursive;
static std::shared_mutex shared;
static std::condition_variable changed;
static std::once_flag once;
// One permit: with two, a waiter of GCC 12.2 may sleep for good (libstdc++ bug 104928).
static sem_t old_semaphore;
static pthread_spinlock_t spin;
static pthread_barrier_t old_barrier;
static std::atomic<unsigned> passed, spun[64];
static unsigned value, prepared;
static int pipes[2];

// One after the other, in the order of their numbers.
static void in_order(unsigned number) {
  std::unique_lock lock(mutex);
  if (number % 2 == 0) changed.wait(lock, [&] { return value == number; });
  else while (!changed.wait_for(lock, 1h, [&] { return value == number; })) continue;
  ++value;  // A
  changed.notify_all();
}

static void work(unsigned number, unsigned count, std::barrier<>& all, std::latch& begun) {
  begun.arrive_and_wait();
  std::call_once(once, [] { ++prepared; });
  in_order(number);
  all.arrive_and_wait();
  pthread_barrier_wait(&old_barrier);
  sem_wait(&old_semaphore);
  std::this_thread::sleep_for((number % 4) * 50us);
  sem_post(&old_semaphore);
  // Each second one waits for the one before it, by looking; each for all before it, by sleeping;
  // and all for something that goes from one to the next through a pipe.
  if (number % 2 == 0) spun[number % 64].store(1, std::memory_order_release);
  else while (spun[(number - 1) % 64].load(std::memory_order_acquire) == 0) std::this_thread::yield();
  unsigned seen = passed.load();
  while (seen < number) {
    passed.wait(seen);
    seen = passed.load();
  }
  passed.store(number + 1);
  passed.notify_all();
  char token = 0;
  if (read(pipes[0], &token, 1) != 1 || write(pipes[1], &token, 1) != 1) _exit(3);
  while (!timed.try_lock_for(2ms)) continue;
  timed.unlock();
  {
    const std::scoped_lock twice(recursive);
    const std::scoped_lock again(recursive);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
  }
  if (number % 3 == 0) {
    const std::unique_lock writing(shared);
  } else {
    const std::shared_lock reading(shared);
  }
  if (number + 1 < count && number % 8 == 7) std::thread([] { std::this_thread::yield(); }).join();
}

int main(int argc, char** argv) {
  const unsigned count = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 4;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&old_barrier, nullptr, count);
  sem_init(&old_semaphore, 0, 1);
  if (pipe(pipes) != 0 || write(pipes[1], "x", 1) != 1) return 5;
  std::barrier<> all(count);
  std::latch begun(count);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i)
    threads.emplace_back(work, i, count, std::ref(all), std::ref(begun));
  for (std::thread& thread : threads) thread.join();
  return value == count && prepared == 1 ? 0 : 1;  // B
}
