// hunt: tls harmful exit-code
// fix: Make the object shared on purpose: a std::atomic, or behind a mutex.
// A pointer to a thread-local variable is handed to another thread: it is not local any more.
#include <atomic>
#include <cstdio>
#include <thread>

thread_local long tally;
std::atomic<long*> shared_tally;
std::atomic<bool> helped;

void work(long* result) {
  shared_tally = &tally;
  for (int i = 0; i < 3; ++i) tally += 1;
  while (!helped) std::this_thread::yield();
  *result = tally;
}

int main() {
  long result = 0;
  std::thread worker(work, &result);
  while (!shared_tally) std::this_thread::yield();
  *shared_tally.load() += 1;
  helped = true;
  worker.join();
  if (result != 4) {
    std::printf("wrong tally\n");
    return 1;
  }
  std::printf("tally: 4\n");
}
