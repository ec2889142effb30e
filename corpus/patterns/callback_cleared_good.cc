// hunt: none
// A callback, corrected: an atomic is read once, and the copy is tested and called.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex log_mutex;
int lines;

void log_event() {
  std::lock_guard<std::mutex> guard(log_mutex);
  ++lines;
}

void ignore() {}

std::atomic<void (*)()> callback = ignore;

void fire() {
  if (void (*mine)() = callback) {
    log_event();
    mine();
  }
}

int main() {
  std::thread source(fire);
  callback = nullptr;
  source.join();
  std::printf("done\n");
}
