// hunt: none
// The count of a barrier, corrected: an atomic count.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> remaining = 2;
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
