// hunt: none
// Lost update, corrected: one atomic operation reads and writes.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<long> hits;

void serve(int requests) {
  for (int i = 0; i < requests; ++i) ++hits;
}

int main() {
  std::thread first(serve, 5);
  std::thread second(serve, 5);
  first.join();
  second.join();
  if (hits != 10) {
    std::printf("requests were lost\n");
    return 1;
  }
  std::printf("10 requests\n");
}
