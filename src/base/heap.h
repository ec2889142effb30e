// Memory for code that may not call malloc: the core runs inside somebody else's program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "base/spin_lock.h"

namespace steward {

// Where a Heap gets its memory. `map` returns zero-filled, page-aligned memory and never null: what
// to do when there is none left (give something up, or end) is the provider's decision.
struct PageSource {
  void* (*map)(std::size_t bytes);
  void (*unmap)(void* memory, std::size_t bytes);
  // For who maps much and uses little of it. `renew` makes whole pages zero again, at no cost until
  // somebody uses them anew; whoever looks at them meanwhile sees either what was there or zeros.
  // False, and nothing has changed, if that cannot be done. `idle` is told how much more, or less,
  // of what was mapped costs nothing.
  bool (*renew)(void* memory, std::size_t bytes) = [](void*, std::size_t) { return false; };
  void (*idle)(std::ptrdiff_t bytes) = [](std::ptrdiff_t) {};
};

// mmap and munmap; ends the process with a message when the system has no memory left.
const PageSource& system_pages();
// The same, with huge pages for what is large: for a tool that uses much memory at random. Not for
// a runtime inside somebody's program, where the memory counts.
const PageSource& huge_pages();

// A size-class allocator over a PageSource. Everything it handed out is gone when it is destroyed,
// so containers of a whole analysis need not free piece by piece.
//
// Thread safety: as constructed. A shared heap takes a spin lock in each call.
class Heap {
 public:
  enum class Sharing : bool { one_thread, many_threads };
  static constexpr std::size_t kZeroedFrom = std::size_t{64} << 10;
  // What has a mapping of its own begins so far behind the beginning of a page.
  static constexpr std::size_t kBehindPage = 64;

  explicit Heap(const PageSource& source = system_pages(), Sharing sharing = Sharing::one_thread)
      : source_(source), shared_(sharing == Sharing::many_threads) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  // Aligned to 16 bytes, from 1 KiB on to a cache line; not zeroed, unless it is more than
  // kZeroedFrom: that has a mapping of its own.
  void* allocate(std::size_t bytes) {
    const Turn turn(*this);
    const std::size_t size_class = class_of(bytes);
    if (size_class >= kClasses) return allocate_large(bytes);
    FreeBlock*& head = free_[size_class];
    if (head == nullptr) return carve(size_class);
    void* block = head;
    head = head->next;
    in_use_ += size_of_class(size_class);
    return block;
  }
  // REQUIRES: `bytes` is what allocate() was asked for.
  void deallocate(void* block, std::size_t bytes) {
    const Turn turn(*this);
    const std::size_t size_class = class_of(bytes);
    if (size_class >= kClasses) return deallocate_large(block, bytes);
    auto* freed = static_cast<FreeBlock*>(block);
    freed->next = free_[size_class];
    free_[size_class] = freed;
    in_use_ -= size_of_class(size_class);
  }

  template <class T, class... Arguments>
  T* create(Arguments&&... arguments) {
    static_assert(alignof(T) <= kAlignment);
    return new (allocate(sizeof(T))) T(std::forward<Arguments>(arguments)...);
  }
  template <class T>
  void destroy(T* object) {
    object->~T();
    deallocate(object, sizeof(T));
  }

  // Bytes handed out and not given back, for tests of reclaiming.
  std::size_t in_use() const { return in_use_; }
  const PageSource& pages() const { return source_; }

 private:
  static constexpr std::size_t kAlignment = 16;
  static constexpr std::size_t kCacheLine = 64;
  static constexpr std::size_t kCacheLineFrom = 1024;
  static constexpr std::size_t kFineLimit = 512;  // classes of 16 bytes up to here,
  static constexpr std::size_t kFineClasses = kFineLimit / kAlignment;
  static constexpr std::size_t kCoarseClasses = 7;  // then doubling: 1 KiB to 64 KiB
  static constexpr std::size_t kClasses = kFineClasses + kCoarseClasses;
  static constexpr std::size_t kFirstChunk = std::size_t{64} << 10;
  static constexpr std::size_t kLargestChunk = std::size_t{2} << 20;

  struct FreeBlock {
    FreeBlock* next;
  };
  // One call's exclusive use of a shared heap; nothing for a heap of one thread.
  class Turn {
   public:
    explicit Turn(Heap& heap) : heap_(heap) {
      if (heap_.shared_) heap_.lock_.lock();
    }
    ~Turn() {
      if (heap_.shared_) heap_.lock_.unlock();
    }

   private:
    Heap& heap_;
  };
  // Heads a mapping; what follows is carved up, or is one large block.
  struct alignas(kCacheLine) Chunk {
    Chunk* next;
    Chunk* previous;
    std::size_t bytes;
  };
  static_assert(sizeof(Chunk) == kBehindPage);

  static std::size_t class_of(std::size_t bytes) {
    if (bytes <= kFineLimit) return bytes == 0 ? 0 : (bytes - 1) / kAlignment;
    const auto bits =
        static_cast<std::size_t>(64 - __builtin_clzll(bytes - 1));  // 10 for 513..1024
    return kFineClasses + bits - 10;
  }
  static std::size_t size_of_class(std::size_t size_class) {
    if (size_class < kFineClasses) return (size_class + 1) * kAlignment;
    return std::size_t{1} << (size_class - kFineClasses + 10);
  }

  void* carve(std::size_t size_class);
  void* allocate_large(std::size_t bytes);
  void deallocate_large(void* block, std::size_t bytes);
  Chunk* map_chunk(std::size_t bytes);

  const PageSource source_;
  const bool shared_;
  SpinLock lock_;
  FreeBlock* free_[kClasses] = {};
  char* carve_begin_ = nullptr;
  char* carve_end_ = nullptr;
  Chunk* chunks_ = nullptr;
  std::size_t next_chunk_ = kFirstChunk;
  std::size_t in_use_ = 0;
};

}  // namespace steward
