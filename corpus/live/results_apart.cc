// expect: none
// flags: -pthread
// Only what was written counts: not the room behind a text, not what did not match.
#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <thread>
#include <unistd.h>

int matched, unmatched;
char text[64];
char path[256];

int main() {
  std::thread other([] {
    if (std::sscanf("1 x", "%d %d", &matched, &unmatched) != 1) _exit(1);
    if (std::sscanf("abc", "%63s", text) != 1) _exit(1);
    if (readlink("/proc/self/exe", path, sizeof path - 1) <= 0) _exit(1);
  });
  unmatched = 1;
  text[4] = 1;
  path[255] = 1;
  other.join();
  // Blocks are as large as was asked for: nothing is known of what lies behind.
  void* const block = std::malloc(21);
  if (malloc_usable_size(block) != 21) return 2;
  std::free(block);
}
