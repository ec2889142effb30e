// expect: none
// flags: -pthread
// A static local variable is initialised by one thread and used by all; the first attempt throws.
#include <thread>

static int attempts;

struct Made {
  Made() {
    if (attempts++ == 0) throw 1;
    value = 5;
  }
  int value;
};
static const Made& made() {
  static Made only;
  return only;
}
static void use() {
  for (;;) {
    try {
      for (int i = 0; i < 10; ++i)
        if (made().value != 5) __builtin_trap();
      return;
    } catch (int) {
    }
  }
}

int main() {
  std::thread first(use), second(use), third(use);
  first.join();
  second.join();
  third.join();
  return attempts == 2 ? 0 : 1;
}
