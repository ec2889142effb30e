// expect: race value
// flags: -pthread
// What a thread does after its call is not part of what is done once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
int value;

static void* use(void*) {
  pthread_once(&once, [] { made = 1; });
  value += made;
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, use, nullptr);
  pthread_create(&b, nullptr, use, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
