// expect: race heap
// flags: -pthread
// The block is freed while the other thread may still write to it.
#include <cstdlib>
#include <pthread.h>

static void* use(void* block) {
  *static_cast<int*>(block) = 1;
  return nullptr;
}

int main() {
  void* block = std::malloc(64);
  pthread_t user;
  pthread_create(&user, nullptr, use, block);
  std::free(block);
  pthread_join(user, nullptr);
}
