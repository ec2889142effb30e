// told: race connections
// untold: none
// A pool of objects, each used by whoever has taken it. A thread gives one back that another is
// still using. Nobody takes it again in this run, so to a detector nothing has happened; told that
// it is given back, it knows that the object was not this thread's to give.
#include <mutex>
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

struct Connection {
  Connection* next_free = nullptr;
  int bytes_sent = 0;
};
Connection connections[4];

class Pool {
 public:
  Pool() {
    for (Connection& one : connections) give(&one);
  }
  Connection* take() {
    const steward::lard::untracked_region here;  // its lock and its links
    const std::lock_guard lock(mutex_);
    Connection* const taken = free_;
    free_ = taken->next_free;
    steward_block_allocated(taken, sizeof *taken);
    return taken;
  }
  void give(Connection* one) {
    const steward::lard::untracked_region here;
    steward_block_freeing(one, sizeof *one);  // before anybody else can get it
    const std::lock_guard lock(mutex_);
    one->next_free = free_;
    free_ = one;
  }

 private:
  std::mutex mutex_;
  Connection* free_ = nullptr;
};

int main() {
  Pool pool;
  Connection* const shared = pool.take();
  std::thread sender([&] {
    shared->bytes_sent = 100;
    end_step(1);
  });
  std::thread closer([&] {
    await_step(1);
    pool.give(shared);  // without having waited for the sender
  });
  sender.join();
  closer.join();
}
