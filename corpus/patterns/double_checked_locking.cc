// hunt: settings real
// hunt: heap harmful abort
// fix: Make the pointer a std::atomic, stored with release and loaded with acquire.
// Double-checked locking: the first check takes no lock, so who sees the pointer need not see
// what it points to.
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

struct Settings {
  int limit;
  int retries;
};

Settings* settings;
std::mutex settings_mutex;

Settings* get_settings() {
  Settings* known = settings;
  if (!known) {
    std::lock_guard<std::mutex> guard(settings_mutex);
    known = settings;
    if (!known) {
      known = new Settings{100, 3};
      settings = known;
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
  delete settings;
  std::printf("done\n");
}
