// hunt: hash real
// fix: Make it a std::atomic<int> with relaxed operations.
// Lazy initialisation with a predictable value: read once, computed if it is 0, and stored. Whoever misses it
// computes the same.
#include <cstdio>
#include <thread>

const char text[] = "text";
int hash;

int compute() {
  int result = 7;
  for (char letter : text) result = 31 * result % 1000003 + letter;
  return result;
}

int get_hash() {
  int known = hash;
  if (known == 0) {
    known = compute();
    hash = known;
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
