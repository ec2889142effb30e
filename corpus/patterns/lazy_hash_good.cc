// hunt: none
// Lazy initialisation, corrected: relaxed atomic operations.
#include <atomic>
#include <cstdio>
#include <thread>

const char text[] = "text";
std::atomic<int> hash;

int compute() {
  int result = 7;
  for (char letter : text) result = 31 * result % 1000003 + letter;
  return result;
}

int get_hash() {
  int known = hash.load(std::memory_order_relaxed);
  if (known == 0) {
    known = compute();
    hash.store(known, std::memory_order_relaxed);
  }
  return known;
}

int main() {
  bool first_right = false;
  bool second_right = false;
  std::thread first([&] { first_right = get_hash() == compute(); });
  std::thread second([&] { second_right = get_hash() == compute(); });
  first.join();
  second.join();
  std::printf("%d %d\n", first_right, second_right);
  return first_right && second_right ? 0 : 1;
}
