#include "base/heap.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <thread>
#include <vector>

#include "unit/operations.h"

namespace steward {
namespace {

// The system's pages, counted.
class CountedPages {
 public:
  CountedPages() { mapped_ = maps_ = 0; }
  const PageSource& source() const { return kSource; }
  static std::size_t mapped() { return mapped_; }  // bytes, not yet given back
  static std::size_t maps() { return maps_; }      // how often memory was asked for

 private:
  static void* map(std::size_t bytes) {
    mapped_ += bytes;
    ++maps_;
    return system_pages().map(bytes);
  }
  static void unmap(void* memory, std::size_t bytes) {
    mapped_ -= bytes;
    system_pages().unmap(memory, bytes);
  }
  static constexpr PageSource kSource = {map, unmap};
  inline static std::size_t mapped_ = 0;
  inline static std::size_t maps_ = 0;
};

// Blocks in use, each filled with a value of its own: overlaps show as a changed byte.
class FilledBlocks {
 public:
  explicit FilledBlocks(Heap& heap) : heap_(heap) {}
  ~FilledBlocks() {
    while (!blocks_.empty()) free_one(0);
  }

  void allocate(std::size_t bytes) {
    auto* memory = static_cast<unsigned char*>(heap_.allocate(bytes));
    std::memset(memory, ++fill_, bytes);
    blocks_.push_back({memory, bytes, fill_});
  }
  // Whether the block still had what it was filled with.
  bool free_one(std::size_t i) {
    const Block block = blocks_[i];
    blocks_[i] = blocks_.back();
    blocks_.pop_back();
    bool intact = true;
    for (std::size_t k = 0; k < block.bytes; ++k) intact &= block.memory[k] == block.fill;
    heap_.deallocate(block.memory, block.bytes);
    return intact;
  }
  std::size_t count() const { return blocks_.size(); }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Block& block : blocks_) sum += block.bytes;
    return sum;
  }

 private:
  struct Block {
    unsigned char* memory;
    std::size_t bytes;
    unsigned char fill;
  };
  Heap& heap_;
  std::vector<Block> blocks_;
  unsigned char fill_ = 0;
};

// Small sizes mostly, and every size class, and blocks beyond them.
std::size_t any_size(Draw& draw) { return draw.below(2u << draw.below(18)); }

RC_GTEST_PROP(Heap, BlocksKeepTheirContents, ()) {
  Heap heap;
  {
    FilledBlocks blocks(heap);
    perform_random_operations(10, [&](Draw draw) {
      if (blocks.count() == 0 || draw.below(3) != 0) blocks.allocate(any_size(draw));
      else RC_ASSERT(blocks.free_one(draw.below(static_cast<std::uint32_t>(blocks.count()))));
      RC_ASSERT(heap.in_use() >= blocks.bytes());
      // A block takes at most twice its size, or 16 bytes.
      RC_ASSERT(heap.in_use() <= 2 * blocks.bytes() + 16 * blocks.count());
    });
  }
  RC_ASSERT(heap.in_use() == 0u);
}

TEST(Heap, AlignsTo16BytesAndLargerBlocksToACacheLine) {
  Heap heap;
  for (std::size_t bytes = 0; bytes < 200'000; bytes += 1 + bytes / 7) {
    // An odd one before it, so that alignment is no accident.
    heap.allocate(16);
    const auto at = reinterpret_cast<std::uintptr_t>(heap.allocate(bytes));
    EXPECT_EQ(at % (bytes < 1024 ? 16 : 64), 0u) << bytes;
  }
}

TEST(Heap, UsesFreedBlocksAgain) {
  const CountedPages pages;
  Heap heap(pages.source());
  std::vector<void*> blocks;
  for (int i = 0; i < 10'000; ++i) blocks.push_back(heap.allocate(40));
  const std::size_t after_first_round = CountedPages::maps();
  for (int round = 0; round < 20; ++round) {
    for (void* block : blocks) heap.deallocate(block, 40);
    EXPECT_EQ(heap.in_use(), 0u);
    for (void*& block : blocks) block = heap.allocate(33 + static_cast<std::size_t>(round) % 16);
  }
  EXPECT_EQ(CountedPages::maps(), after_first_round);
}

TEST(Heap, GivesLargeBlocksBackToTheSource) {
  const CountedPages pages;
  Heap heap(pages.source());
  heap.allocate(1);
  const std::size_t before = CountedPages::mapped();
  constexpr std::size_t kLarge = 300'000;
  void* first = heap.allocate(kLarge);
  void* second = heap.allocate(kLarge);
  void* third = heap.allocate(kLarge);
  EXPECT_GE(CountedPages::mapped(), before + 3 * kLarge);
  // From the middle, then both ends, of whatever list the heap keeps.
  for (void* block : {second, third, first}) heap.deallocate(block, kLarge);
  EXPECT_EQ(CountedPages::mapped(), before);
}

TEST(Heap, GivesEverythingBackWhenItEnds) {
  const CountedPages pages;
  {
    Heap heap(pages.source());
    for (std::size_t bytes = 1; bytes < 1'000'000; bytes *= 2) heap.allocate(bytes);
    EXPECT_GT(CountedPages::mapped(), 0u);
  }
  EXPECT_EQ(CountedPages::mapped(), 0u);
}

TEST(Heap, CreatesAndDestroysObjects) {
  struct Pair {
    Pair(int a, int* b) : first(a), second(b) {}
    ~Pair() { *second = first; }
    int first;
    int* second;
  };
  Heap heap;
  int told = 0;
  auto* pair = heap.create<Pair>(7, &told);
  EXPECT_GT(heap.in_use(), 0u);
  heap.destroy(pair);
  EXPECT_EQ(told, 7);
  EXPECT_EQ(heap.in_use(), 0u);
}

TEST(Heap, SharedByThreads) {
  Heap heap(system_pages(), Heap::Sharing::many_threads);
  std::vector<std::thread> threads;
  std::atomic<int> damaged = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    threads.emplace_back([&heap, &damaged, seed] {
      FilledBlocks blocks(heap);
      std::uint64_t random = seed;
      for (int i = 0; i < 20'000; ++i) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        Draw draw(random >> 16);
        if (blocks.count() < 50) blocks.allocate(draw.below(600));
        else if (!blocks.free_one(draw.below(50))) ++damaged;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(damaged, 0);
  EXPECT_EQ(heap.in_use(), 0u);
}

}  // namespace
}  // namespace steward
