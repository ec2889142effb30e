// hunt: none
// Synchronisation inside of a library: a promise hands the result over, in code that was not built for the
// detector.
#include <cstdio>
#include <future>
#include <thread>

int table[2];

int main() {
  std::promise<int*> promise;
  std::future<int*> future = promise.get_future();
  std::thread maker([&] {
    table[0] = 1;
    table[1] = 2;
    promise.set_value(table);
  });
  int* made = future.get();
  int sum = made[0] + made[1];
  maker.join();
  std::printf("%d\n", sum);
  return sum == 3 ? 0 : 1;
}
