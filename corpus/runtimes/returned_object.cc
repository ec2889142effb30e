// told: race buffers
// untold: none
// An allocator in static memory. Who has a buffer fills it for another thread and gives it back, and
// only then does the other one use it. Nobody takes it meanwhile, so nothing goes wrong in this run.
#include <mutex>
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

struct Buffer {
  Buffer* next = nullptr;
  int bytes[4] = {};
};
Buffer buffers[2];
std::mutex handing_over;

class Allocator {
 public:
  Buffer* allocate() {
    const steward::lard::untracked_region here;
    Buffer* const one = &buffers[used_++];
    steward_block_allocated(one, sizeof *one);
    return one;
  }
  void free(Buffer* one) {
    const steward::lard::untracked_region here;
    steward_block_freeing(one, sizeof *one);
    one->next = unused_;
    unused_ = one;
  }

 private:
  Buffer* unused_ = nullptr;
  int used_ = 0;
};

int main() {
  Allocator allocator;
  std::thread owner([&] {
    Buffer* const buffer = allocator.allocate();
    {
      const std::lock_guard lock(handing_over);
      buffer->bytes[0] = 1;
    }
    end_step(1);
    await_step(2);
    allocator.free(buffer);
    end_step(3);
  });
  std::thread user([&] {
    await_step(1);
    { const std::lock_guard lock(handing_over); }  // after the owner has filled it
    end_step(2);
    await_step(3);
    buffers[0].bytes[0] += 1;  // too late: nothing says that the owner waits for this
  });
  owner.join();
  user.join();
}
