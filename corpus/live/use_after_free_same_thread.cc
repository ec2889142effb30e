// expect: finding use-after-free
// flags: -pthread
// No race: one thread does it all. The block is not its own any more.
#include <cstdlib>
#include <pthread.h>

static void* use(void*) {
  auto* volatile block = static_cast<volatile int*>(std::malloc(400));
  block[10] = 1;
  std::free(const_cast<int*>(block));
  block[10] = 2;
  return nullptr;
}

int main() {
  pthread_t user;
  pthread_create(&user, nullptr, use, nullptr);
  pthread_join(user, nullptr);
}
