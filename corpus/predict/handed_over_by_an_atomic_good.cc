// expect: none
// run: none
// apart: race payload
// flags: -pthread
// What an atomic store releases, and an acquire load of it makes known.
#include <atomic>
#include <pthread.h>
#include <sched.h>

int payload;
static std::atomic<bool> ready{false};

static void* consume(void*) {
  while (!ready.load(std::memory_order_acquire)) sched_yield();
  return payload == 7 ? nullptr : &payload;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, consume, nullptr);
  payload = 7;
  ready.store(true, std::memory_order_release);
  pthread_join(a, nullptr);
}
