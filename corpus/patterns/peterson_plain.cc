// hunt: wants harmful exit-code
// hunt: turn harmful exit-code
// hunt: total harmful exit-code
// fix: Use std::mutex, or make wants and turn sequentially consistent atomics.
// Peterson's lock with plain variables: right if every read gets the latest value, wrong on machines and with
// compilers that let a read overtake a write.
#include <atomic>
#include <cstdio>
#include <thread>

int wants[2];
int turn;
int total;
std::atomic<int> inside;
std::atomic<bool> overlapped;

void lock(int me) {
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) std::this_thread::yield();
}

void unlock(int me) { wants[me] = 0; }

void add(int me) {
  lock(me);
  if (inside.fetch_add(1, std::memory_order_relaxed) != 0) overlapped = true;
  total += 1;
  inside.fetch_sub(1, std::memory_order_relaxed);
  unlock(me);
}

int main() {
  std::thread first(add, 0);
  std::thread second(add, 1);
  first.join();
  second.join();
  if (overlapped || total != 2) {
    std::printf("both were inside\n");
    return 1;
  }
  std::printf("total: 2\n");
}
