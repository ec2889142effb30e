// expect: race source
// flags: -pthread
// memcpy reads what the other thread writes by strcpy.
#include <cstring>
#include <pthread.h>

char source[100] = "old";
char target[100];
// Not known to the compiler, which would otherwise copy without a call.
volatile std::size_t size = sizeof source;
const char* volatile text = "new";

static void* change(void*) {
  std::strcpy(source, text);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, change, nullptr);
  std::memcpy(target, source, size);
  pthread_join(thread, nullptr);
  return target[0] == 0;
}
