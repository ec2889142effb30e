// hunt: remaining harmful exit-code
// fix: Make the count a std::atomic<int>, or use std::latch.
// The count of a barrier is decremented without a lock: if one decrement is lost, nobody is the last one.
#include <cstdio>
#include <thread>

int remaining = 2;
bool finished;

void arrive() {
  if (--remaining == 0) finished = true;
}

int main() {
  std::thread first(arrive);
  std::thread second(arrive);
  first.join();
  second.join();
  if (!finished) {
    std::printf("nobody came last\n");
    return 1;
  }
  std::printf("finished\n");
}
