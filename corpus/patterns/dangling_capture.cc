// hunt: stack harmful exit-code|crash
// fix: Capture by value: the thread then has its own copy.
// A lambda that captures a local by reference: the function returns before the thread has read it, and
// the next call uses the same place of the stack.
#include <cstdio>
#include <thread>

[[gnu::noinline]] std::thread start(bool* right) {
  int limit = 42;
  return std::thread([&limit, right] { *right = limit == 42; });
}

[[gnu::noinline]] void fill(int* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = i;
}

[[gnu::noinline]] void prepare() {
  int numbers[32];
  fill(numbers, 32);
  std::printf("prepared %d numbers\n", numbers[31] + 1);
}

int main() {
  bool right = false;
  std::thread worker = start(&right);
  prepare();
  worker.join();
  if (!right) {
    std::printf("wrong limit\n");
    return 1;
  }
}
