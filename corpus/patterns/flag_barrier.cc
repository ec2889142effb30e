// hunt: arrived real
// hunt: parts harmful exit-code
// fix: Use std::barrier, or atomic flags stored with release and loaded with acquire.
// A barrier by plain flags: who sees the flag of the other need not see what the other did before.
#include <cstdio>
#include <thread>

int arrived[2];
int parts[2];

int work(int me) {
  parts[me] = me + 1;
  arrived[me] = 1;
  while (!arrived[1 - me]) std::this_thread::yield();
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
