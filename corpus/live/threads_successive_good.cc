// expect: none
// Twenty thousand threads, each after the one before it, and each goes on with what that has left.
#include <thread>

constexpr int kThreads = 20000;
int counter = 0;
int last[64];

int main() {
  for (int i = 0; i < kThreads; ++i) {
    std::thread([i] {
      ++counter;
      last[i % 64] = last[(i + 1) % 64] + 1;
    }).join();
  }
  return counter == kThreads ? 0 : 1;
}
