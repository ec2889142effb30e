// expect: race counter
// flags: -pthread
// An end too many of ignored accesses does not make the rest of the program ignored.
#include <pthread.h>

extern "C" void AnnotateIgnoreWritesBegin(const char*, int);
extern "C" void AnnotateIgnoreWritesEnd(const char*, int);

int statistics, counter;

void* count(void*) {
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ++statistics;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  counter = 1;
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, count, nullptr);
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}
