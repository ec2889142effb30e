// expect: none
// flags: -pthread
// Waiting by a futex, the program's own or that of std::atomic: the order is the atomic's.
#include <atomic>
#include <barrier>
#include <latch>
#include <linux/futex.h>
#include <semaphore>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

static std::atomic<int> lock;
static std::atomic<int> flag;
static std::latch all(2);
static std::barrier rounds(2);
static std::counting_semaphore<4> tokens(0);
int by_lock, by_flag, by_latch, by_round, by_token;

static void take() {
  for (int seen = 0; !lock.compare_exchange_strong(seen, 1); seen = 0)
    syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, 1, nullptr);
}
static void give() {
  lock.store(0);
  syscall(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1);
}
static void count() {
  for (int i = 0; i < 1000; ++i) {
    take();
    ++by_lock;
    give();
  }
}

int main() {
  std::thread other([] {
    count();
    by_flag = 1;
    flag.store(1);
    flag.notify_all();
    by_latch = 1;
    all.count_down();
    rounds.arrive_and_wait();
    by_round = 1;
    rounds.arrive_and_wait();
    by_token = 1;
    tokens.release();
  });
  count();
  flag.wait(0);
  ++by_flag;
  all.arrive_and_wait();
  ++by_latch;
  by_round = 2;
  rounds.arrive_and_wait();
  rounds.arrive_and_wait();
  ++by_round;
  tokens.acquire();
  ++by_token;
  other.join();
  return by_lock == 2000 ? 0 : 1;
}
