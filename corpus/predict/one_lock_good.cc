// expect: none
// run: none
// flags: -pthread
// A common lock at every access, a thread that is joined, data handed over at the start of a
// thread: whatever the schedule, nothing races.
#include <pthread.h>

int counter, prepared, result;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void*) {
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&lock);
    counter += prepared;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}
static void* finish(void*) {
  result = 1;
  return nullptr;
}

int main() {
  prepared = 1;
  pthread_t a, b, c;
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  pthread_create(&c, nullptr, finish, nullptr);
  pthread_join(c, nullptr);
  ++result;
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
