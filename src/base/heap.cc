#include "base/heap.h"

#include <sys/mman.h>

#include "base/check.h"

namespace steward {
namespace {

void* map_from_system(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  STEWARD_CHECK(memory != MAP_FAILED && "out of memory");
  return memory;
}

void unmap_from_system(void* memory, std::size_t bytes) { munmap(memory, bytes); }

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void* map_huge(std::size_t bytes) {
  if (bytes < kHugePage) return map_from_system(bytes);
  // Only what begins at a multiple of its size can be a huge page: take more, give back the edges.
  char* const taken = static_cast<char*>(map_from_system(bytes + kHugePage));
  const std::size_t before = round_up(reinterpret_cast<std::uintptr_t>(taken), kHugePage) -
                             reinterpret_cast<std::uintptr_t>(taken);
  if (before != 0) munmap(taken, before);
  munmap(taken + before + bytes, kHugePage - before);
  madvise(taken + before, bytes, MADV_HUGEPAGE);
  return taken + before;
}

constexpr PageSource kSystemPages = {map_from_system, unmap_from_system};
constexpr PageSource kHugePages = {map_huge, unmap_from_system};

}  // namespace

const PageSource& system_pages() { return kSystemPages; }
const PageSource& huge_pages() { return kHugePages; }

Heap::~Heap() {
  for (Chunk* chunk = chunks_; chunk != nullptr;) {
    Chunk* next = chunk->next;
    source_.unmap(chunk, chunk->bytes);
    chunk = next;
  }
}

Heap::Chunk* Heap::map_chunk(std::size_t bytes) {
  auto* chunk = static_cast<Chunk*>(source_.map(bytes));
  *chunk = {chunks_, nullptr, bytes};
  if (chunks_ != nullptr) chunks_->previous = chunk;
  chunks_ = chunk;
  return chunk;
}

void* Heap::carve(std::size_t size_class) {
  const std::size_t size = size_of_class(size_class);
  if (size >= kCacheLineFrom) {
    const auto begin = reinterpret_cast<std::uintptr_t>(carve_begin_);
    carve_begin_ += round_up(begin, kCacheLine) - begin;
  }
  if (carve_end_ < carve_begin_ || static_cast<std::size_t>(carve_end_ - carve_begin_) < size) {
    // What is left of the old chunk stays unused: at most one block's size per chunk.
    const std::size_t bytes = size + kCacheLine > next_chunk_ ? kLargestChunk : next_chunk_;
    carve_begin_ = reinterpret_cast<char*>(map_chunk(bytes)) + kCacheLine;
    carve_end_ = carve_begin_ - kCacheLine + bytes;
    if (next_chunk_ < kLargestChunk) next_chunk_ *= 2;
  }
  void* block = carve_begin_;
  carve_begin_ += size;
  in_use_ += size;
  return block;
}

void* Heap::allocate_large(std::size_t bytes) {
  in_use_ += bytes;
  return map_chunk(round_up(bytes + sizeof(Chunk), kPage)) + 1;
}

void Heap::deallocate_large(void* block, std::size_t bytes) {
  Chunk* chunk = static_cast<Chunk*>(block) - 1;
  if (chunk->previous != nullptr) chunk->previous->next = chunk->next;
  else chunks_ = chunk->next;
  if (chunk->next != nullptr) chunk->next->previous = chunk->previous;
  in_use_ -= bytes;
  source_.unmap(chunk, chunk->bytes);
}

}  // namespace steward
