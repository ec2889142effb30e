// hunt: none
// std::vector<bool>, corrected: elements of a std::vector<char> are separate objects.
#include <cstdio>
#include <thread>
#include <vector>

std::vector<char> done(8);

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
