// hunt: none
// Synchronisation by the system: a byte that goes through a pipe says that the datum is there.
#include <cstdio>
#include <thread>
#include <unistd.h>

int ends[2];
int datum;

void produce() {
  datum = 42;
  char token = 'x';
  if (write(ends[1], &token, 1) != 1) std::perror("write");
}

int main() {
  if (pipe(ends) != 0) return 2;
  std::thread producer(produce);
  char token = 0;
  int seen = read(ends[0], &token, 1) == 1 ? datum : 0;
  producer.join();
  close(ends[0]);
  close(ends[1]);
  std::printf("%d\n", seen);
  return seen == 42 ? 0 : 1;
}
