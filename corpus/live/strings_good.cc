// expect: none
// flags: -pthread
// Each function touches only as much as it needs: two threads use two halves of one array.
#include <cstdio>
#include <cstring>
#include <pthread.h>

char text[64] = "first";

static void* use_second_half(void*) {
  std::snprintf(text + 32, 32, "%s %d", "second", 2);
  return text + std::strlen(text + 32);
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, use_second_half, nullptr);
  std::strcat(text, " half");
  const bool found = std::strchr(text, 'h') != nullptr && std::memchr(text, 'f', 64) != nullptr &&
                     std::strncmp(text, "first of all", 64) != 0;
  pthread_join(thread, nullptr);
  return found ? 0 : 1;
}
