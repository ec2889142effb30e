// expect: race hits
// flags: -pthread
// The initialisation is safe; what is done with the variable afterwards is not.
#include <thread>

int hits;

static int* counter() {
  static int* only = (hits = 1, &hits);
  return only;
}
static void use() { ++*counter(); }

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
}
