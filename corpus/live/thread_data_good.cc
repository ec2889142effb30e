// expect: none
// flags: -pthread
// Destructors of thread-specific data and of thread_local objects run before the join returns, also
// those that are set up by other destructors.
#include <pthread.h>
#include <thread>

int by_key, by_object;
static pthread_key_t key;

struct Last {
  int use = 0;
  ~Last() { ++by_object; }
};
static thread_local Last last;

static void destroy(void* round) {
  ++by_key;
  if (round != nullptr && by_key < 3) pthread_setspecific(key, round);
}

static void* work(void* exits) {
  pthread_setspecific(key, &key);
  ++last.use;
  if (exits != nullptr) pthread_exit(nullptr);
  return nullptr;
}

int main() {
  pthread_key_create(&key, destroy);
  for (void* exits : {static_cast<void*>(nullptr), static_cast<void*>(&key)}) {
    by_key = 0;
    by_object = 0;
    pthread_t thread;
    pthread_create(&thread, nullptr, work, exits);
    while (pthread_tryjoin_np(thread, nullptr) != 0) std::this_thread::yield();
    if (by_key != 3 || by_object != 1) return 1;
  }
}
