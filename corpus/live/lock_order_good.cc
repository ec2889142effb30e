// expect: none
// flags: -pthread
// Orders that look alike but cannot deadlock: under a gate that both hold, by try_lock, by std::lock,
// among readers, and with new mutexes where others were.
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <thread>

std::mutex gate, a, b, c, d, e, f;
std::shared_mutex g, h;

template <class Outer, class Inner>
static void both(Outer& outer, Inner& inner) {
  const std::lock_guard<Outer> one(outer);
  const std::lock_guard<Inner> other(inner);
}
static void forwards() {
  {
    const std::lock_guard<std::mutex> hold(gate);
    both(a, b);
  }
  both(c, d);
  const std::scoped_lock<std::mutex, std::mutex> all(e, f);
  std::shared_lock<std::shared_mutex> read(g), more(h);
}
static void backwards() {
  {
    const std::lock_guard<std::mutex> hold(gate);
    both(b, a);
  }
  {
    const std::lock_guard<std::mutex> hold(d);
    if (c.try_lock()) c.unlock();
  }
  const std::scoped_lock<std::mutex, std::mutex> all(f, e);
  std::shared_lock<std::shared_mutex> read(h), more(g);
}
static void with_fresh_ones(bool swapped) {
  auto* pair = new std::mutex[2];
  both(pair[swapped ? 1 : 0], pair[swapped ? 0 : 1]);
  delete[] pair;
}

int main() {
  std::thread one(forwards);
  std::thread other(backwards);
  one.join();
  other.join();
  with_fresh_ones(false);
  with_fresh_ones(true);
}
