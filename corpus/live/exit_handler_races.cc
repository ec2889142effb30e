// expect: race value
// What runs at exit is not ordered after threads that nobody has joined.
#include <cstdlib>
#include <thread>
#include <unistd.h>

int value;

int main() {
  std::atexit([] { value = 2; });
  std::thread([] {
    value = 1;
    for (;;) usleep(1000);
  }).detach();
  usleep(100000);
  return 0;
}
