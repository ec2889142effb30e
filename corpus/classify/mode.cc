// location: mode destructive
// paper: jbb Company.mode: SC 0, oldest 100, oldest-diff 100, random 95, random-diff 98
// flags: -pthread
// The mode of a company, set without a lock as time goes on. When the last transactions are done,
// each manager looks whether the company ramps down, and only then wakes who waits for it. With
// the mode of an earlier phase it wakes nobody: a deadlock. `over` is set after the last mode, so
// no schedule hurts; as it is relaxed, it orders nothing.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

enum Mode { kSetUp, kRampUp, kRecording, kRampDown };
static constexpr int kManagers = 3;

static Mode mode = kSetUp;
static std::atomic<bool> over{false};

struct Terminal {
  std::mutex lock;
  std::condition_variable wakes;
  bool awake = false;
};
static Terminal terminals[kManagers];

static void wait_for_end(Terminal* terminal) {
  std::unique_lock<std::mutex> hold(terminal->lock);
  while (!terminal->awake) terminal->wakes.wait(hold);
}

static void manage(Terminal* terminal) {
  while (!over.load(std::memory_order_relaxed)) std::this_thread::yield();
  if (mode != kRampDown) return;
  const std::lock_guard<std::mutex> hold(terminal->lock);
  terminal->awake = true;
  terminal->wakes.notify_one();
}

int main() {
  std::thread waiters[kManagers], managers[kManagers];
  for (int i = 0; i < kManagers; ++i) {
    waiters[i] = std::thread(wait_for_end, &terminals[i]);
    managers[i] = std::thread(manage, &terminals[i]);
  }
  mode = kRampUp;
  mode = kRecording;
  mode = kRampDown;
  over.store(true, std::memory_order_relaxed);
  for (int i = 0; i < kManagers; ++i) {
    managers[i].join();
    waiters[i].join();
  }
  return 0;
}
