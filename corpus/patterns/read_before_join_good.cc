// hunt: none
// The result, corrected: it is read after the join.
#include <cstdio>
#include <thread>

int last_page;

void count_pages(int pages) {
  for (int page = 1; page <= pages; ++page) last_page = page;
}

int main() {
  std::thread counter(count_pages, 3);
  counter.join();
  int seen = last_page;
  if (seen != 0 && seen != 3) {
    std::printf("counting was not finished\n");
    return 1;
  }
  std::printf("counted\n");
}
