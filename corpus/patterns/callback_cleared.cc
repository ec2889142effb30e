// hunt: callback harmful crash
// fix: Copy the pointer once, from an atomic, and call the copy.
// A callback is tested, and then read again for the call: another thread has cleared it in between.
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

void (*callback)() = ignore;

void fire() {
  if (callback) {
    log_event();
    callback();
  }
}

int main() {
  std::thread source(fire);
  callback = nullptr;
  source.join();
  std::printf("done\n");
}
