// hunt: pages harmful exit-code
// fix: Join the thread before its result is read, or use std::async and its future.
// The result is read before the thread is joined: it is right only if the thread was fast enough.
#include <cstdio>
#include <cstring>
#include <thread>

int pages;

void count_pages(const char* text) {
  pages = 1;
  while ((text = std::strchr(text, '\f'))) {
    ++pages;
    ++text;
  }
}

int main() {
  std::thread counter(count_pages, "one\ftwo\fthree");
  int result = pages;
  counter.join();
  if (result != 3) {
    std::printf("counting was not finished\n");
    return 1;
  }
  std::printf("3 pages\n");
}
