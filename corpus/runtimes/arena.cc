// told: race hits
// untold: none
// An arena: objects are made one behind the other, and all of them are gone at once. Both threads
// have it in turn, and its lock orders them. That is the arena's business: the program has nothing
// that keeps the two from `hits` at the same time, and in another run they will be there.
#include <cstddef>
#include <mutex>
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

class Arena {
 public:
  int* make() {
    const steward::lard::untracked_region here;  // the lock orders nobody else
    const std::lock_guard lock(mutex_);
    return &memory_[used_++];
  }
  // What is made from here on has nothing to do with what was there. Without this the new objects
  // would race with the old ones.
  void clear() {
    const steward::lard::untracked_region here;
    const std::lock_guard lock(mutex_);
    steward_clear(memory_, used_ * sizeof(int));
    used_ = 0;
  }

 private:
  std::mutex mutex_;
  int memory_[1024] = {};
  std::size_t used_ = 0;
};

Arena arena;
int hits;

void serve() {
  for (int i = 0; i < 100; ++i) *arena.make() = i;
  ++hits;
  arena.clear();
}

int main() {
  std::thread first([] {
    serve();
    end_step(1);
  });
  std::thread second([] {
    await_step(1);
    serve();
  });
  first.join();
  second.join();
}
