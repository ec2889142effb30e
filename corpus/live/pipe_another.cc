// expect: race value
// flags: -pthread
// The two threads use two pipes: nothing that one writes is read by the other.
#include <thread>
#include <unistd.h>

int value;

static void touch(const int* ends) {
  char byte = 'x';
  if (write(ends[1], &byte, 1) != 1 || read(ends[0], &byte, 1) != 1) return;
  ++value;
  if (write(ends[1], &byte, 1) != 1) return;
}

int main() {
  int one[2];
  int other[2];
  if (pipe(one) != 0 || pipe(other) != 0) return 1;
  std::thread thread(touch, one);
  touch(other);
  thread.join();
}
