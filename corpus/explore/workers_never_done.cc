// confirm: A A harmful simultaneous
// finding: hang
// runs: 20
// flags: -pthread
// Workers end when nobody is at work. A lost update of how many are, and they look for ever: also in
// executions that show how long one usually takes.
#include <mutex>
#include <thread>

static std::mutex mutex;
static int left = 8;
static int done;
static int active;

static bool take() {
  const std::lock_guard<std::mutex> hold(mutex);
  if (left == 0) return false;
  --left;
  return true;
}

static void finish() {
  const std::lock_guard<std::mutex> hold(mutex);
  ++done;
}

static void change(int by) {
  active = active + by;  // A
}

static void work() {
  while (true) {
    if (take()) {
      change(1);
      finish();
      change(-1);
    } else if (active == 0) {
      return;
    } else {
      std::this_thread::yield();
    }
  }
}

int main() {
  std::thread one(work), other(work);
  one.join();
  other.join();
}
