// hunt: none
// Event listeners, corrected: a copy of the list is notified, made under the lock.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

int calls_of_logger;

void leaver() {}
void logger() { ++calls_of_logger; }

using Listener = void (*)();
std::vector<Listener> listeners{leaver, logger};
std::mutex listeners_mutex;

std::vector<Listener> current_listeners() {
  std::lock_guard<std::mutex> guard(listeners_mutex);
  return listeners;
}

void notify() {
  for (Listener listener : current_listeners()) listener();
}

void leave() {
  std::lock_guard<std::mutex> guard(listeners_mutex);
  listeners.erase(listeners.begin());
}

int main() {
  std::thread notifier(notify);
  leave();
  notifier.join();
  if (calls_of_logger != 1) {
    std::printf("logger was not called once\n");
    return 1;
  }
  std::printf("notified\n");
}
