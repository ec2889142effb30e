// hunt: none
// Signal handler, corrected: a lock-free atomic flag publishes the level.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>

int new_level;
std::atomic<bool> reload_requested;

void on_signal(int) {
  new_level = 3;
  reload_requested.store(true, std::memory_order_release);
}

void serve(int* level) {
  while (!reload_requested.load(std::memory_order_acquire)) std::this_thread::yield();
  *level = new_level;
}

int main() {
  std::signal(SIGUSR1, on_signal);
  int level = 0;
  std::thread server(serve, &level);
  std::raise(SIGUSR1);
  server.join();
  if (level != 3) {
    std::printf("wrong level\n");
    return 1;
  }
  std::printf("level 3\n");
}
