// hunt: buffer harmful abort|crash
// hunt: heap harmful abort|crash
// fix: Take the pointer with std::atomic::exchange, so that one thread only gets it, or free under a mutex.
// Double free: two threads see the same pointer, and both take themselves for its owner.
#include <cstdio>
#include <thread>

char* buffer;

void discard() {
  if (buffer) {
    delete[] buffer;
    buffer = nullptr;
  }
}

int main() {
  buffer = new char[64];
  std::thread first(discard);
  std::thread second(discard);
  first.join();
  second.join();
  std::printf("discarded\n");
}
