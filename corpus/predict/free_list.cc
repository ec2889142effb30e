// expect: race heap
// run: none
// flags: -pthread
// A list of unused objects that never blocks: that objects change hands by it cannot be seen. The
// report is a false one; free_list_annotated_good.cc has what removes it.
#include <pthread.h>
#include <sched.h>

struct Item {
  Item* next = nullptr;
  int use = 0;
};
static Item* unused;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// An order that nobody sees: the list has an object by then.
static volatile bool given;
__attribute__((no_sanitize("thread"))) static void announce() { given = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!given) sched_yield();
}

static Item* take() {
  pthread_mutex_lock(&lock);
  Item* one = unused;
  if (one != nullptr) unused = one->next;
  pthread_mutex_unlock(&lock);
  return one != nullptr ? one : new Item;
}
static void give(Item* one) {
  pthread_mutex_lock(&lock);
  one->next = unused;
  unused = one;
  pthread_mutex_unlock(&lock);
}
static void use_one() {
  Item* one = take();
  ++one->use;
  give(one);
}

static void* first(void*) {
  use_one();
  announce();
  return nullptr;
}
static void* second(void*) {
  await();
  use_one();
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, first, nullptr);
  pthread_create(&b, nullptr, second, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  delete take();
}
