#include "managed/stacks.h"

#include <mutex>
#include <sys/mman.h>

#include "managed/fail.h"
#include "managed/tell.h"
#include "managed/truth.h"

namespace managed {

Stacks::Stacks(std::size_t size, std::size_t most) : bytes_(size * most) {
  void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) fail("no memory for stacks");
  begin_ = static_cast<char*>(memory);
  for (std::size_t i = most; i > 0; --i) free_.push_back({begin_ + (i - 1) * size, size});
  truth::name_range("stacks", begin_, bytes_);
}
Stacks::~Stacks() {
  const tell::Untracked here;
  munmap(begin_, bytes_);
}

Stack Stacks::take() {
  const std::lock_guard hold(lock_);
  if (free_.empty()) fail("too many threads at once");
  const Stack stack = free_.back();
  free_.pop_back();
  return stack;
}

void Stacks::give_back(Stack stack) {
  // What the next thread finds there are its own variables.
  tell::stack_reclaimed(stack.begin, stack.size);
  const std::lock_guard hold(lock_);
  free_.push_back(stack);
}

}  // namespace managed
