// hunt: none
// Check-then-use, corrected: the check, the division and the reset are critical sections.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

int sum = 30;
int count = 3;
std::mutex mutex;
std::atomic<int> questions;

void reset() {
  std::lock_guard<std::mutex> guard(mutex);
  count = 0;
  sum = 0;
}

int average() {
  std::lock_guard<std::mutex> guard(mutex);
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
