// expect: race value
// flags: -pthread
// Functions that are jumped out of are gone from the stack: the race is reported in main.
#include <csetjmp>
#include <thread>

int value;
static std::jmp_buf back;

[[gnu::noinline]] static void deeper(int depth) {
  if (depth == 0) std::longjmp(back, 1);
  deeper(depth - 1);
  ++value;
}

int main() {
  for (volatile int i = 0; i < 100; i = i + 1)
    if (setjmp(back) == 0) deeper(10);
  std::thread other([] { value = 2; });
  value = 1;
  other.join();
}
