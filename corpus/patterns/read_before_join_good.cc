// hunt: none
// The result, corrected: it is read after the join.
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
  counter.join();
  int result = pages;
  if (result != 3) {
    std::printf("counting was not finished\n");
    return 1;
  }
  std::printf("3 pages\n");
}
