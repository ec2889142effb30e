// One pair of places in the source, thousands of places in memory: the threads wait until the first
// of them are told, and must not wait long.
// expect: race cells
#include <thread>

int cells[20000];

void fill() {
  for (int& cell : cells) cell = 1;
}

int main() {
  std::thread other(fill);
  fill();
  other.join();
}
