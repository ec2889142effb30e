// hunt: found real
// fix: Make it a std::atomic<bool> with relaxed operations.
// Constant writes: all threads that find something write the same value, and it is read when they have ended.
#include <cstdio>
#include <thread>

int numbers[6] = {4, 8, 15, 16, 23, 42};
bool found;

void search(int from, int to) {
  for (int i = from; i < to; ++i)
    if (numbers[i] % 2 == 1) found = true;
}

int main() {
  std::thread first(search, 0, 3);
  std::thread second(search, 3, 6);
  first.join();
  second.join();
  std::printf("%s\n", found ? "an odd number" : "all even");
  return found ? 0 : 1;
}
