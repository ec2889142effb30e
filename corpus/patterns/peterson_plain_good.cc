// hunt: none
// Peterson's lock, corrected: its variables are sequentially consistent atomics.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> wants[2];
std::atomic<int> turn;
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
