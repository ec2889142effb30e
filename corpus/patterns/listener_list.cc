// hunt: listeners harmful crash|abort|exit-code
// hunt: heap harmful crash|abort|exit-code
// fix: Notify a copy of the list that is made under the mutex of the list.
// Event listeners: one leaves the list while the others are notified, and somebody is told twice or not
// at all.
#include <cstdio>
#include <thread>
#include <vector>

int calls_of_logger;

void leaver() {}
void logger() { ++calls_of_logger; }

using Listener = void (*)();
std::vector<Listener> listeners{leaver, logger};

void notify() {
  for (Listener listener : listeners) listener();
}

void leave() { listeners.erase(listeners.begin()); }

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
