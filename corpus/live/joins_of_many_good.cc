// expect: none
// flags: -pthread
// Several threads make and join others at the same time: libc gives the handle of one that was
// joined to the next one at once, whoever makes it.
#include <pthread.h>

struct alignas(64) Count {
  int value = 0;
};

static void* add(void* count) {
  ++static_cast<Count*>(count)->value;
  return nullptr;
}

static void* make_and_join(void* count) {
  for (int i = 0; i < 1500; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, add, count);
    pthread_join(thread, nullptr);
    add(count);
  }
  return nullptr;
}

int main() {
  Count counts[4];
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], nullptr, make_and_join, &counts[i]);
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  for (const Count& count : counts)
    if (count.value != 3000) return 1;
}
