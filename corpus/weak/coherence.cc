// variant: read-read never
// variant: write-read never
// variant: read-write never
// variant: through-others never
// variant: update never
// variant: two-readers shown
// What one thread has seen of an object it does not forget, nor whoever learns of it; updates see
// the latest. But two that do not know of each other may disagree for a while about how far it is.
#include "weak.h"

static std::atomic<int> x, flag;
static bool wrong;
static int first, second;

int main(int argc, char** argv) {
  using weak::is;
  const auto write = [] {
    x.store(1, memory_order_relaxed);
    x.store(2, memory_order_relaxed);
  };
  if (is(argc, argv, "read-read"))
    weak::together(write, [] {
      const int before = x.load(memory_order_relaxed);
      wrong = x.load(memory_order_relaxed) < before;
    });
  if (is(argc, argv, "write-read"))
    weak::together(write, [] {
      x.store(3, memory_order_relaxed);
      wrong = x.load(memory_order_relaxed) == 0;
    });
  if (is(argc, argv, "read-write")) {
    weak::together(write, [] {
      if (x.load(memory_order_relaxed) == 2) x.store(3, memory_order_relaxed);
    });
    const int last = x.load(memory_order_relaxed);
    wrong = last != 2 && last != 3;
  }
  if (is(argc, argv, "through-others"))
    weak::together(
        write,
        [] {
          if (x.load(memory_order_relaxed) == 2) flag.store(1, memory_order_release);
        },
        [] {
          if (flag.load(memory_order_acquire) == 1) wrong = x.load(memory_order_relaxed) != 2;
        });
  if (is(argc, argv, "update")) {
    const auto add = [] {
      for (int i = 0; i < 3; ++i) x.fetch_add(1, memory_order_relaxed);
    };
    weak::together(add, add);
    wrong = x.load(memory_order_relaxed) != 6;
  }
  if (is(argc, argv, "two-readers")) {
    weak::together([] { x.store(1, memory_order_relaxed); },
                   [] {
                     first = x.load(memory_order_relaxed);
                     flag.fetch_add(first, memory_order_relaxed);
                   },
                   [] {
                     if (flag.fetch_add(0, memory_order_relaxed) == 1)
                       wrong = x.load(memory_order_relaxed) == 0;
                   });
  }
  weak::outcome(wrong);
}
