// hunt: none
// flags: -O0
// Lazy initialisation, corrected: an atomic is read once.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> hash;

int compute() { return 1234; }

int get_hash() {
  int known = hash;
  if (known == 0) hash = known = compute();
  return known;
}

int main() {
  int first_hash = 0;
  int second_hash = 0;
  std::thread first([&] { first_hash = get_hash(); });
  std::thread second([&] { second_hash = get_hash(); });
  first.join();
  second.join();
  if (first_hash != 1234 || second_hash != 1234) {
    std::printf("no hash\n");
    return 1;
  }
  std::printf("1234 1234\n");
}
