// hunt: next_identifier harmful exit-code
// fix: Make the counter a std::atomic<int>.
// Unique identifiers: two threads draw at once, and get the same number.
#include <cstdio>
#include <thread>

int next_identifier = 1;

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
