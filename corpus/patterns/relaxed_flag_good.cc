// hunt: none
// A flag, corrected: release and acquire hand the payload over.
#include <atomic>
#include <cstdio>
#include <thread>

int payload;
std::atomic<bool> ready;

void send() {
  payload = 42;
  ready.store(true, std::memory_order_release);
}

int main() {
  std::thread sender(send);
  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
  int received = payload;
  sender.join();
  if (received != 42) {
    std::printf("no payload\n");
    return 1;
  }
  std::printf("42\n");
}
