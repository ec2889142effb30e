// Threads of a litmus test: each does its part, then the outcome is looked at.
#pragma once

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace weak {

// All at once.
template <class... Parts>
void together(Parts... parts) {
  std::vector<std::thread> threads;
  (threads.emplace_back(parts), ...);
  for (std::thread& thread : threads) thread.join();
}

// The outcome that no interleaving has.
inline void outcome(bool seen) {
  if (seen) std::abort();
}

// The variant that the program was started for.
inline bool is(int argc, char** argv, const char* variant) {
  return argc > 1 && std::strcmp(argv[1], variant) == 0;
}

}  // namespace weak
