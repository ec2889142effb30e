// hunt: none
// The worker gets the configuration when it starts, and the counter is atomic.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> requests;
bool right = true;

const int* load() {
  static const int limit = 7;
  ++requests;
  return &limit;
}

void work(const int* config) {
  ++requests;
  if (!config) right = false;
}

int main() {
  std::thread worker(work, load());
  worker.join();
  if (!right) {
    std::printf("no configuration\n");
    return 1;
  }
  std::printf("configured\n");
}
