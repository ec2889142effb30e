// location: x none
// paper: figure 4: SC -, oldest -, oldest-diff -, random -, random-diff -
// flags: -pthread
// The paper's Figure 4. x is read before it is written, in every execution: the writer waits for
// a y that the reader sets later. The read could only fail by returning a value of the future,
// which Java's memory model allows, and a memory that hands out old values never does.
#include <cstdlib>
#include <pthread.h>
#include <sched.h>

static int x, y;

static void* read_first(void* unused) {
  const int r = x;
  y = 1;
  if (r != 0) std::abort();
  return unused;
}

static void* write_later(void* unused) {
  while (y == 0) sched_yield();
  x = 1;
  return unused;
}

int main() {
  pthread_t reader, writer;
  pthread_create(&reader, nullptr, read_first, nullptr);
  pthread_create(&writer, nullptr, write_later, nullptr);
  pthread_join(reader, nullptr);
  pthread_join(writer, nullptr);
  return 0;
}
