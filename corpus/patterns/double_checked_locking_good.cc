// hunt: none
// Double-checked locking, corrected: the pointer is an atomic that publishes what it points to.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

struct Settings {
  int limit;
  int retries;
};

std::atomic<Settings*> settings;
std::mutex settings_mutex;

Settings* get_settings() {
  Settings* known = settings.load(std::memory_order_acquire);
  if (!known) {
    std::lock_guard<std::mutex> guard(settings_mutex);
    known = settings.load(std::memory_order_acquire);
    if (!known) {
      known = new Settings{100, 3};
      settings.store(known, std::memory_order_release);
    }
  }
  return known;
}

void use() {
  for (int i = 0; i < 3; ++i) {
    Settings* mine = get_settings();
    assert(mine->limit == 100);
    assert(mine->retries == 3);
  }
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  delete settings.load();
  std::printf("done\n");
}
