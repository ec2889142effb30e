// hunt: none
// Two threads at one condition variable, corrected: both look when something has changed.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool loaded;
bool connected;

void wait_for(bool& condition) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return condition; });
}

void set(bool& condition) {
  std::lock_guard lock(mutex);
  condition = true;
  changed.notify_all();
}

int main() {
  std::thread shows([] { wait_for(loaded); });
  std::thread sends([] { wait_for(connected); });
  std::thread loads([] { set(loaded); });
  set(connected);
  loads.join();
  shows.join();
  sends.join();
  std::printf("shown and sent\n");
}
