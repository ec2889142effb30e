// hunt: none
// A static buffer, corrected: the caller has its own.
#include <cstdio>
#include <cstring>
#include <thread>

const char* two_digits(int number, char (&buffer)[4]) {
  buffer[0] = static_cast<char>('0' + number / 10);
  buffer[1] = static_cast<char>('0' + number % 10);
  buffer[2] = '\0';
  return buffer;
}

bool check(int number, const char* expected) {
  char buffer[4];
  return std::strcmp(two_digits(number, buffer), expected) == 0;
}

int main() {
  bool first_right = false;
  bool second_right = false;
  std::thread first([&] { first_right = check(12, "12"); });
  std::thread second([&] { second_right = check(34, "34"); });
  first.join();
  second.join();
  if (!first_right || !second_right) {
    std::printf("the number of another thread\n");
    return 1;
  }
  std::printf("12 and 34\n");
}
