// hunt: none
// Torn struct, corrected: both fields are written and read under one mutex.
#include <cstdio>
#include <mutex>
#include <thread>

struct Range {
  int low;
  int high;
};

Range range{0, 10};
std::mutex range_mutex;

void move_up() {
  std::lock_guard<std::mutex> guard(range_mutex);
  range.low = 20;
  range.high = 30;
}

int main() {
  std::thread mover(move_up);
  range_mutex.lock();
  int low = range.low;
  int high = range.high;
  range_mutex.unlock();
  mover.join();
  if (high - low != 10) {
    std::printf("half of one range, half of another\n");
    return 1;
  }
  std::printf("a range of 10\n");
}
