// hunt: range harmful exit-code
// fix: Guard both fields with one mutex.
// Torn struct: two fields that belong together are written one after the other, and read in between.
#include <cstdio>
#include <thread>

struct Range {
  int low;
  int high;
};

Range range{0, 10};

void move_up() {
  range.low = 20;
  range.high = 30;
}

int main() {
  std::thread mover(move_up);
  int low = range.low;
  int high = range.high;
  mover.join();
  if (high - low != 10) {
    std::printf("half of one range, half of another\n");
    return 1;
  }
  std::printf("a range of 10\n");
}
