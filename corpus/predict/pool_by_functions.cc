// expect: race heap
// run: none
// flags: -pthread
// channels: send items ^Pool::give(
// channels: receive items ^Pool::take(
// A pool that never blocks, in a program that says nothing of it. What is reported is false; a file
// with the lines above that begin with "channels", given by --channels, removes it.
#include <pthread.h>
#include <sched.h>

struct Item {
  Item* next = nullptr;
  int use = 0;
};

class Pool {
 public:
  // A call that is inlined is not seen.
  __attribute__((noinline)) Item* take() {
    pthread_mutex_lock(&lock_);
    Item* one = unused_;
    if (one != nullptr) unused_ = one->next;
    pthread_mutex_unlock(&lock_);
    return one != nullptr ? one : new Item;
  }
  __attribute__((noinline)) void give(Item* one) {
    pthread_mutex_lock(&lock_);
    one->next = unused_;
    unused_ = one;
    pthread_mutex_unlock(&lock_);
  }

 private:
  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
  Item* unused_ = nullptr;
};
static Pool pool;

// An order that nobody sees: the pool has an object by then.
static volatile bool given;
__attribute__((no_sanitize("thread"))) static void announce() { given = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!given) sched_yield();
}

static void use_one() {
  Item* one = pool.take();
  ++one->use;
  pool.give(one);
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
  delete pool.take();
}
