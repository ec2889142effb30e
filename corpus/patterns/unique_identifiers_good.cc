// hunt: none
// Unique identifiers, corrected: an atomic counter.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> next_identifier = 1;

int draw() { return next_identifier++; }

int main() {
  int mine = 0;
  int yours = 0;
  std::thread first([&] { mine = draw(); });
  std::thread second([&] { yours = draw(); });
  first.join();
  second.join();
  if (mine == yours) {
    std::printf("the same identifier twice\n");
    return 1;
  }
  std::printf("two identifiers\n");
}
