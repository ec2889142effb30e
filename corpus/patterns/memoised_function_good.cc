// hunt: none
// A memoised pure function, corrected: relaxed atomic entries.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> memo[10];

int fibonacci(int n) {
  if (n < 2) return n;
  int known = memo[n].load(std::memory_order_relaxed);
  if (known == 0) {
    known = fibonacci(n - 1) + fibonacci(n - 2);
    memo[n].store(known, std::memory_order_relaxed);
  }
  return known;
}

int main() {
  int first_result = 0;
  int second_result = 0;
  std::thread first([&] { first_result = fibonacci(7); });
  std::thread second([&] { second_result = fibonacci(6); });
  first.join();
  second.join();
  std::printf("%d %d\n", first_result, second_result);
  return first_result == 13 && second_result == 8 ? 0 : 1;
}
