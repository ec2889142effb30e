// expect: finding use-after-free
// flags: -pthread
// The free is ordered before the use, which makes it no better.
#include <pthread.h>
#include <string>

struct Node {
  int value = 0;
  char more[200] = {};
};
Node* volatile node;
volatile int sum;

static void* drop(void*) {
  delete node;
  return nullptr;
}

int main() {
  node = new Node;
  pthread_t dropping;
  pthread_create(&dropping, nullptr, drop, nullptr);
  pthread_join(dropping, nullptr);
  sum = node->value;
}
