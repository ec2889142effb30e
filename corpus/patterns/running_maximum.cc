// hunt: highest harmful exit-code
// fix: Compare and store under a mutex, or in a compare_exchange loop.
// The maximum so far: two threads compare with the same old value, and the smaller one writes last.
#include <cstdio>
#include <thread>

int highest;

void record(int value) {
  if (value > highest) highest = value;
}

int main() {
  std::thread first(record, 5);
  std::thread second(record, 9);
  first.join();
  second.join();
  if (highest != 9) {
    std::printf("not the highest\n");
    return 1;
  }
  std::printf("9\n");
}
