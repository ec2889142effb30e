// expect: none
// run: none
// apart: none
// flags: -pthread
// A pool that blocks while it is empty. Its lock is used with a condition variable: it is a
// channel, by which objects change hands, and who takes one comes after who gave it.
#include <pthread.h>
#include <sched.h>

struct Item {
  Item* next = nullptr;
  int use = 0;
};
static Item* pool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;

// An order that nobody sees: the pool is locked, and will be free once the taker waits.
static volatile bool locked;
__attribute__((no_sanitize("thread"))) static void announce() { locked = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!locked) sched_yield();
}

static Item* take() {
  pthread_mutex_lock(&lock);
  announce();
  while (pool == nullptr) pthread_cond_wait(&given, &lock);
  Item* one = pool;
  pool = one->next;
  pthread_mutex_unlock(&lock);
  return one;
}
static void give(Item* one) {
  pthread_mutex_lock(&lock);
  one->next = pool;
  pool = one;
  pthread_cond_signal(&given);
  pthread_mutex_unlock(&lock);
}

static void* taker(void*) {
  Item* one = take();
  ++one->use;
  give(one);
  return nullptr;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, taker, nullptr);
  await();
  Item* one = new Item;
  ++one->use;
  give(one);
  pthread_join(a, nullptr);
  delete take();
}
