// hunt: payload harmful exit-code
// fix: Store the flag with release and load it with acquire.
// A flag that is atomic, but relaxed: it says that the payload is there, and orders nothing.
#include <atomic>
#include <cstdio>
#include <thread>

int payload;
std::atomic<bool> ready;

void send() {
  payload = 42;
  ready.store(true, std::memory_order_relaxed);
}

int main() {
  std::thread sender(send);
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  int received = payload;
  sender.join();
  if (received != 42) {
    std::printf("no payload\n");
    return 1;
  }
  std::printf("42\n");
}
