// expect: none
// offline: more, since a trace does not say which races are benign
// flags: -pthread
// A queue made of a relaxed flag, a home-made mutex, and a counter that may race: all described.
#include <atomic>
#include <thread>

extern "C" {
void __tsan_acquire(void* object);
void __tsan_release(void* object);
void __tsan_mutex_pre_lock(void* mutex, unsigned flags);
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);
void __tsan_mutex_post_unlock(void* mutex, unsigned flags);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, unsigned long, const char*);
}

std::atomic<bool> ready;
std::atomic<bool> locked;
int value;
int shared;
int statistics;

static void add() {
  __tsan_mutex_pre_lock(&locked, 0);
  while (locked.exchange(true, std::memory_order_relaxed)) {
  }
  __tsan_mutex_post_lock(&locked, 0, 0);
  ++shared;
  __tsan_mutex_pre_unlock(&locked, 0);
  locked.store(false, std::memory_order_relaxed);
  __tsan_mutex_post_unlock(&locked, 0);
  ++statistics;
}

int main() {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &statistics, sizeof statistics, "only statistics");
  std::thread other([] {
    value = 1;
    __tsan_release(&ready);
    ready.store(true, std::memory_order_relaxed);
    for (int i = 0; i < 100; ++i) add();
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  __tsan_acquire(&ready);
  ++value;
  for (int i = 0; i < 100; ++i) add();
  other.join();
}
