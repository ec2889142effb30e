// hunt: last_page harmful exit-code
// fix: Join the thread before its result is read, or use std::async and its future.
// The result is read before the thread is joined: it may be any value on the way to the last one.
#include <cstdio>
#include <thread>

int last_page;

void count_pages(int pages) {
  for (int page = 1; page <= pages; ++page) last_page = page;
}

int main() {
  std::thread counter(count_pages, 3);
  int seen = last_page;
  counter.join();
  if (seen != 0 && seen != 3) {
    std::printf("counting was not finished\n");
    return 1;
  }
  std::printf("counted\n");
}
