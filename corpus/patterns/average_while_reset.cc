// hunt: count harmful crash|exit-code
// hunt: sum real
// fix: Read and reset both under one mutex.
// Check-then-use: the count is tested and then used for a division, and a reset comes in between. Who
// meets the reset at the sum is lost already: the count was taken away first, and the division comes
// next, whichever sum it is given. So the race at the sum decides nothing.
#include <atomic>
#include <cstdio>
#include <thread>

int sum = 30;
int count = 3;
std::atomic<int> questions;

void reset() {
  count = 0;
  sum = 0;
}

int average() {
  if (count == 0) return 10;
  ++questions;
  return sum / count;
}

int main() {
  std::thread resetter(reset);
  int result = average();
  resetter.join();
  if (result != 10) {
    std::printf("wrong average\n");
    return 1;
  }
  std::printf("10\n");
}
