// expect: none
// flags: -pthread
// pthread_once, call_once of C and C++; the first attempt of the last one throws.
#include <mutex>
#include <pthread.h>
#include <thread>
#include <threads.h>

static pthread_once_t posix = PTHREAD_ONCE_INIT;
static ::once_flag c = ONCE_FLAG_INIT;
static std::once_flag cpp;
static int a, b, d, attempts;

static void use() {
  pthread_once(&posix, [] { a = 1; });
  ::call_once(&c, [] { b = a + 1; });
  for (bool done = false; !done;) {
    try {
      std::call_once(cpp, [] {
        if (attempts++ == 0) throw 1;
        d = b + 1;
      });
      done = true;
    } catch (int) {
    }
  }
  if (a + b + d != 6) __builtin_trap();
}

int main() {
  std::thread first(use), second(use), third(use);
  first.join();
  second.join();
  third.join();
  return attempts == 2 ? 0 : 1;
}
