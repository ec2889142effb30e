// hunt: none
// Redundant initialisation, corrected: once, before the threads start.
#include <cstdio>
#include <thread>

long page_size;

void initialise() { page_size = 4096; }

long pages(long bytes) {
  return (bytes + page_size - 1) / page_size;
}

int main() {
  initialise();
  long first_pages = 0;
  long second_pages = 0;
  std::thread first([&] { first_pages = pages(5000); });
  std::thread second([&] { second_pages = pages(9000); });
  first.join();
  second.join();
  std::printf("%ld %ld\n", first_pages, second_pages);
  return first_pages == 2 && second_pages == 3 ? 0 : 1;
}
