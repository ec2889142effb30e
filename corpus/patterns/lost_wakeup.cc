// hunt: dirty harmful deadlock|hang
// hunt: sleeping harmful deadlock|hang
// fix: Make both flags sequentially consistent atomics, or release the semaphore whenever something changed.
// Dirty flag with a lost wakeup: each side sets its flag and looks at that of the other. If both see the old
// one, the flusher sleeps for ever.
#include <cstdio>
#include <semaphore>
#include <thread>

bool dirty;
bool sleeping;
std::binary_semaphore wakeup{0};

void flush() {
  sleeping = true;
  if (!dirty) wakeup.acquire();
}

int main() {
  std::thread flusher(flush);
  dirty = true;
  if (sleeping) wakeup.release();
  flusher.join();
  std::printf("flushed\n");
}
