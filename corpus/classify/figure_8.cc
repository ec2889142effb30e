// location: x destructive
// paper: figure 8: SC 0, oldest 0, oldest-diff 83, random 84, random-diff 92
// flags: -pthread
// The paper's Figure 8: x is looked at, and used if it is set, again and again. Once set it stays
// set, so no schedule hurts. But each look is a race of its own: the second one of a pair may still
// find nothing where the first one found the circle, and then there is nothing to draw (a crash).
#include <pthread.h>

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
  for (int i = 0; i < 10; ++i) {
    if (x != nullptr) x->draw();
  }
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
