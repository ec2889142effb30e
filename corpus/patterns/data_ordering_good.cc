// hunt: page potential
// Data ordering: a flag under a lock says when the page may be read. The page itself is accessed without the
// lock, but only when the flag says so.
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex flag_mutex;
bool page_complete;
int page[2];

void write_page() {
  page[0] = 4;
  page[1] = 5;
  std::lock_guard<std::mutex> guard(flag_mutex);
  page_complete = true;
}

bool complete() {
  std::lock_guard<std::mutex> guard(flag_mutex);
  return page_complete;
}

int main() {
  std::thread writer(write_page);
  while (!complete()) std::this_thread::yield();
  int sum = page[0] + page[1];
  writer.join();
  std::printf("%d\n", sum);
  return sum == 9 ? 0 : 1;
}
