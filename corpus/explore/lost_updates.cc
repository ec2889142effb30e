// confirm: A A harmful simultaneous
// flags: -pthread
// One statement, executed by several threads, races with itself.
#include <thread>
#include <vector>

static int counter;

static void count() {
  for (int i = 0; i < 3; ++i) counter = counter + 1;  // A
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(count);
  for (std::thread& thread : threads) thread.join();
  return counter == 9 ? 0 : 1;
}
