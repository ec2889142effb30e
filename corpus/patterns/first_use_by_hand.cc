// hunt: initialised harmful exit-code
// hunt: squares harmful exit-code
// fix: Use a function-local static or std::call_once.
// First use by hand: the flag is set before the table is filled, so the other thread takes an empty
// table for a full one.
#include <cstdio>
#include <thread>

bool initialised;
int squares[4];

int square(int n) {
  if (!initialised) {
    initialised = true;
    for (int i = 0; i < 4; ++i) squares[i] = i * i;
  }
  return squares[n];
}

int main() {
  int nine = 0;
  int four = 0;
  std::thread first([&] { nine = square(3); });
  std::thread second([&] { four = square(2); });
  first.join();
  second.join();
  if (nine != 9 || four != 4) {
    std::printf("wrong square\n");
    return 1;
  }
  std::printf("%d %d\n", nine, four);
}
