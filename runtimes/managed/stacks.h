// Memory for the stacks of all threads, in one piece: so it can be told from all other memory.
#pragma once

#include <cstddef>
#include <vector>

#include "managed/spin_lock.h"

namespace managed {

// A piece of it.
struct Stack {
  char* begin = nullptr;
  std::size_t size = 0;
};

class Stacks {
 public:
  // So many pieces, each of so many bytes.
  Stacks(std::size_t size, std::size_t most);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  // Used before, perhaps.
  Stack take();
  // REQUIRES: nobody runs on it.
  void give_back(Stack stack);

 private:
  const std::size_t bytes_;
  char* begin_;
  SpinLock lock_;
  std::vector<Stack> free_;
};

}  // namespace managed
