// expect: none
// A collector runs the finalizer of an object that nobody can reach any more: it is ordered after
// all that came before, also by threads that have ended.
#include <atomic>
#include <thread>
#include <unistd.h>

extern "C" {
void __tsan_java_init(unsigned long heap, unsigned long size);
void __tsan_java_alloc(unsigned long object, unsigned long size);
void __tsan_java_finalize();
int __tsan_java_fini();
}

alignas(8) char heap[64];

int main() {
  const auto begin = reinterpret_cast<unsigned long>(heap);
  __tsan_java_init(begin, sizeof heap);
  __tsan_java_alloc(begin, 16);
  auto* const object = reinterpret_cast<int*>(heap);
  std::atomic<int> used = 0;
  std::atomic<bool> over = false;
  const auto use = [&](int field) {
    object[field] = 1;
    used.fetch_add(1, std::memory_order_relaxed);
  };
  std::thread at_work([&] {
    use(0);
    while (!over) usleep(1000);
  });
  std::thread joined_by_another([&] {
    std::thread(use, 1).join();
    use(2);
  });
  while (used.load(std::memory_order_relaxed) < 3) usleep(1000);
  std::thread finalizer([&] {
    __tsan_java_finalize();
    for (int i = 0; i < 3; ++i) ++object[i];
  });
  finalizer.join();
  over = true;
  at_work.join();
  joined_by_another.join();
  return __tsan_java_fini();
}
