// hunt: none
// First use, corrected: the language initialises a local static once, and makes others wait.
#include <array>
#include <cstdio>
#include <thread>

std::array<int, 4> make_squares() {
  std::array<int, 4> result{};
  for (int i = 0; i < 4; ++i) result[i] = i * i;
  return result;
}

int square(int n) {
  static const std::array<int, 4> squares = make_squares();
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
