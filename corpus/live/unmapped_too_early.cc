// expect: race unknown
// flags: -pthread
// The memory is unmapped by one thread though the other wrote to it without any order.
#include <atomic>
#include <pthread.h>
#include <sys/mman.h>

static std::atomic<bool> written;

static void* use(void* memory) {
  *static_cast<int*>(memory) = 1;
  written.store(true, std::memory_order_relaxed);
  return nullptr;
}

int main() {
  constexpr unsigned long kSize = 1ul << 36;  // a reservation: only what is used may cost anything
  void* memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pthread_t user;
  pthread_create(&user, nullptr, use, memory);
  while (!written.load(std::memory_order_relaxed)) {
  }
  munmap(memory, kSize);
  pthread_join(user, nullptr);
}
