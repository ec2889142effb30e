// location: p benign
// location: heap+0 destructive
// location: heap+4 destructive
// paper: figure 2, p: SC 0, oldest 0, oldest-diff 0, random 0, random-diff 0
// paper: figure 2, p.x: SC 0, oldest 60, oldest-diff 52, random 32, random-diff 30
// paper: figure 2, p.y: SC 0, oldest 48, oldest-diff 53, random 27, random-diff 30
// flags: -pthread
// The paper's Figure 2, double-checked locking. Who misses that p is set only takes the lock in
// vain. Who sees it without the lock has no order with the writes of x and y: x may still be 0 (a
// division by zero), y too (a wrong slope is printed). Always the point is complete before p is
// set, so no schedule hurts. Three threads, where the paper has two: more that come late.
// heap+0 and heap+4 are x and y of the block that "new Point" allocates.
#include <cstdio>
#include <mutex>
#include <thread>

struct Point {
  int x, y;
  Point() {
    x = 1;
    y = 1;
  }
};

static Point* p;
static std::mutex making;

static Point* get() {
  Point* const seen = p;
  if (seen != nullptr) return seen;
  const std::lock_guard<std::mutex> hold(making);
  if (p == nullptr) p = new Point();
  return p;
}

static int slope() {
  const int rise = get()->y;
  return rise / get()->x;
}

static void print_slope() { std::printf("%d\n", slope()); }

int main() {
  std::thread one(print_slope);
  std::thread two(print_slope);
  std::thread three(print_slope);
  one.join();
  two.join();
  three.join();
  delete p;
  return 0;
}
