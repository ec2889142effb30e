// hunt: page_size real
// fix: Initialise it once, before the threads start, or with std::call_once.
// Redundant initialisation: each thread sets the variable to the same value before it uses it. It sees its own
// write or an equal one.
#include <cstdio>
#include <thread>

long page_size;

void initialise() { page_size = 4096; }

long pages(long bytes) {
  initialise();
  return (bytes + page_size - 1) / page_size;
}

int main() {
  long first_pages = 0;
  long second_pages = 0;
  std::thread first([&] { first_pages = pages(5000); });
  std::thread second([&] { second_pages = pages(9000); });
  first.join();
  second.join();
  std::printf("%ld %ld\n", first_pages, second_pages);
  return first_pages == 2 && second_pages == 3 ? 0 : 1;
}
