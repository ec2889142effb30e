// confirm: A B harmful simultaneous
// fails: A B exit-code 35-65
// flags: -pthread
// A struct is assigned as a whole. The compiler tells of the write, then of the read, and copies
// after both: what the program ends with is decided by who writes last, and by nothing else.
#include <pthread.h>

struct Settings {
  int values[4];
};
static struct Settings current, wanted;

static void* set_all(void* unused) {
  current = wanted;  // A
  return unused;
}

int main(void) {
  pthread_t setter;
  wanted.values[0] = 1;
  pthread_create(&setter, NULL, set_all, NULL);
  current.values[0] = 2;  // B
  pthread_join(setter, NULL);
  return current.values[0] == 1 ? 3 : 0;
}
