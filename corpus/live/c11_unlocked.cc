// expect: race value
// flags: -pthread
// Threads of C, one of which forgot the mutex.
#include <threads.h>

static mtx_t lock;
int value;

static int with_lock(void*) {
  mtx_lock(&lock);
  ++value;
  mtx_unlock(&lock);
  return 0;
}
static int without(void*) {
  ++value;
  return 0;
}

int main() {
  mtx_init(&lock, mtx_plain);
  thrd_t a, b;
  thrd_create(&a, with_lock, nullptr);
  thrd_create(&b, without, nullptr);
  thrd_join(a, nullptr);
  thrd_join(b, nullptr);
}
