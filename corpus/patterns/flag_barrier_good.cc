// hunt: none
// A barrier, corrected: std::barrier lets nobody pass before all have come.
#include <barrier>
#include <cstdio>
#include <thread>

std::barrier<> both(2);
int parts[2];

int work(int me) {
  parts[me] = me + 1;
  both.arrive_and_wait();
  return parts[0] + parts[1];
}

int main() {
  int sums[2] = {0, 0};
  std::thread first([&] { sums[0] = work(0); });
  std::thread second([&] { sums[1] = work(1); });
  first.join();
  second.join();
  if (sums[0] != 3 || sums[1] != 3) {
    std::printf("a part is missing\n");
    return 1;
  }
  std::printf("3 and 3\n");
}
