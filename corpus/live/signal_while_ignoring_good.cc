// expect: none
// flags: -pthread
// A handler interrupts code whose order is to be ignored. What the handler itself does counts.
#include <atomic>
#include <csignal>
#include <pthread.h>

extern "C" void AnnotateIgnoreSyncBegin(const char*, int);
extern "C" void AnnotateIgnoreSyncEnd(const char*, int);

std::atomic<bool> waiting, ready, done;
int data;

void handle(int) {
  data = 42;
  ready.store(true, std::memory_order_release);
}

void* wait_for_signal(void*) {
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  waiting = true;
  while (!done) {
  }
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  return nullptr;
}

int main() {
  std::signal(SIGUSR1, handle);
  pthread_t thread;
  pthread_create(&thread, nullptr, wait_for_signal, nullptr);
  while (!waiting) {
  }
  pthread_kill(thread, SIGUSR1);
  while (!ready.load(std::memory_order_acquire)) {
  }
  const bool right = data == 42;
  done = true;
  pthread_join(thread, nullptr);
  return right ? 0 : 1;
}
