// expect: finding use-after-free
// flags: -pthread
// The same thread has read the same place before, when the block was there.
#include <cstdlib>
#include <pthread.h>

static volatile int sink;

static void* use(void*) {
  auto* volatile block = static_cast<volatile int*>(std::malloc(400));
  block[10] = 1;
  sink = block[10];
  std::free(const_cast<int*>(block));
  sink = block[10];
  return nullptr;
}

int main() {
  pthread_t user;
  pthread_create(&user, nullptr, use, nullptr);
  pthread_join(user, nullptr);
}
