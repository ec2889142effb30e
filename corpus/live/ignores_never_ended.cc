// expect: finding ignores-enabled
// flags: -pthread
// A thread asks for its accesses to be ignored, and ends without taking that back: whatever it did
// since then was not checked, though it was meant for a few lines.
#include <pthread.h>

extern "C" void AnnotateIgnoreWritesBegin(const char*, int);
extern "C" void AnnotateIgnoreWritesEnd(const char*, int);

int statistics;

void* count(void* failed) {
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ++statistics;
  if (failed != nullptr) return nullptr;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, count, nullptr);
  pthread_create(&threads[1], nullptr, count, &statistics);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
}
