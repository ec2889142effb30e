// hunt: finding deadlock
// fix: Wake them all, notify_all(), or give each thing that is waited for a condition variable of its own.
// Two threads wait at one condition variable, each for something else. A wake-up for one of them is taken by the
// other one, which goes back to sleep; the one that it was for sleeps for ever.
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
  changed.notify_one();
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
