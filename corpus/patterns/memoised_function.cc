// hunt: memo real
// fix: Make the entries std::atomic<int> with relaxed operations.
// A memoised pure function: each entry is one int, 0 as long as it is unknown. Two threads may compute it
// twice, but they store the same value.
#include <cstdio>
#include <thread>

int memo[10];

int fibonacci(int n) {
  if (n < 2) return n;
  int known = memo[n];
  if (known == 0) {
    known = fibonacci(n - 1) + fibonacci(n - 2);
    memo[n] = known;
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
