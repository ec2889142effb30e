// location: x destructive
// paper: figure 1: SC -, oldest -, oldest-diff -, random -, random-diff -
// flags: -pthread
// The paper's Figure 1, of which it says: no interleaving fails, and with stale values roughly
// every other run does. One look at x, one use of it: if x was set before, the look may find it
// and the use may not. A user that comes first finds nothing and is content: nothing to choose.
#include <pthread.h>
#include <sched.h>

struct Circle {
  int radius;
  int drawn;
  void draw() { drawn += radius; }
};

static Circle circle = {2, 0};
static Circle* x;

static void* make(void* unused) {
  x = &circle;
  return unused;
}

static void* use(void* unused) {
  sched_yield();  // mostly x is set by now, and nothing orders that
  if (x != nullptr) x->draw();
  return unused;
}

int main() {
  pthread_t maker, user;
  pthread_create(&maker, nullptr, make, nullptr);
  pthread_create(&user, nullptr, use, nullptr);
  pthread_join(maker, nullptr);
  pthread_join(user, nullptr);
  return circle.drawn % 2;
}
