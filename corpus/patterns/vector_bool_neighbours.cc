// hunt: heap harmful exit-code
// fix: Use std::vector<char>, or a std::atomic<bool> for each element.
// std::vector<bool>: each thread has its own element, but neighbours share a word, and a write
// of one is a read and a write of all.
#include <cstdio>
#include <thread>
#include <vector>

std::vector<bool> done(8);

void finish(int task) { done[task] = true; }

int main() {
  std::thread first(finish, 2);
  std::thread second(finish, 3);
  first.join();
  second.join();
  if (!done[2] || !done[3]) {
    std::printf("a finished task is not marked\n");
    return 1;
  }
  std::printf("both done\n");
}
