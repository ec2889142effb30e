// expect: none
// flags: -pthread
// Threads, a mutex and a condition of C.
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int turn;

static int take_turns(void* who) {
  const int own = who == nullptr ? 0 : 1;
  for (int i = 0; i < 10; ++i) {
    mtx_lock(&lock);
    while (turn % 2 != own) cnd_wait(&changed, &lock);
    ++turn;
    cnd_broadcast(&changed);
    mtx_unlock(&lock);
  }
  return own + 7;
}

int main() {
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_t a, b;
  thrd_create(&a, take_turns, nullptr);
  thrd_create(&b, take_turns, &b);
  int first = 0, second = 0;
  thrd_join(a, &first);
  thrd_join(b, &second);
  const bool right = turn == 20 && first == 7 && second == 8;
  mtx_destroy(&lock);
  cnd_destroy(&changed);
  return right ? 0 : 1;
}
