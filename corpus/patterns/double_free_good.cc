// hunt: none
// Double free, corrected: exchange gives the pointer to one thread only.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<char*> buffer;

void discard() {
  delete[] buffer.exchange(nullptr);
}

int main() {
  buffer = new char[64];
  std::thread first(discard);
  std::thread second(discard);
  first.join();
  second.join();
  std::printf("discarded\n");
}
