// expect: none
// flags: -pthread -std=c++20
// The allocator hands the same memory to one thread after the other, which have no order between
// them; blocks grow; a block is freed by another thread than the one that made it.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 500; ++i) {
        auto* block = static_cast<char*>(std::malloc(100));
        std::memset(block, t, 100);
        block = static_cast<char*>(std::realloc(block, 1000));
        block[999] = block[99];
        std::free(block);
        delete[] new int[20]{i};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  auto made = std::make_unique<int>(1);
  std::thread([taken = std::move(made)]() mutable { ++*taken; }).join();
}
