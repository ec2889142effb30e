// expect: race value
// flags: -pthread
// A descriptor with the number of one that was closed is another one: that both threads use the
// same number does not order them.
#include <atomic>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

int value;
static std::atomic<int> step;

static void use(int turn) {
  while (step.load(std::memory_order_relaxed) != turn) std::this_thread::yield();
  const int event = eventfd(1, 0);
  eventfd_t count;
  eventfd_read(event, &count);
  value = turn;
  eventfd_write(event, 1);
  close(event);
  step.store(turn + 1, std::memory_order_relaxed);
}

int main() {
  std::thread one(use, 0);
  std::thread other(use, 1);
  one.join();
  other.join();
}
