// hunt: hits harmful exit-code
// fix: Make the counter a std::atomic<long>, or increment it under a mutex.
// Lost update: ++ is a read and a write, and two threads that do both at once count once.
#include <cstdio>
#include <thread>

long hits;

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
